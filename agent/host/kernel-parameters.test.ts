// Which kernel parameters an administrator can allow to pods, and whether the host has AppArmor.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { hasAppArmor } from './app-armor.ts';
import { parameterFault, patternFault } from './kernel-parameters.ts';

t.test('only what a pod has of its own can be allowed', (t) => {
  const fine = ['net.*', 'net.core.somaxconn', 'kernel.msg*', 'kernel.shm*', 'fs.mqueue.*', 'kernel.sem', 'net/ipv4/*'];
  for (const pattern of fine) t.equal(patternFault(pattern), undefined, pattern);
  for (const pattern of ['kernel.*', 'vm.swappiness', 'fs.file-max', '*', 'net', 'kernel.panic'])
    t.match(patternFault(pattern), /is not a parameter that a pod has of its own|is no name/, pattern);
  for (const pattern of ['', 'net.*.x', 'net..', 'Net.core', 'net.core somaxconn'])
    t.match(patternFault(pattern), /is no name of a kernel parameter/, pattern);
  t.end();
});

t.test('names mean the same with slashes, in which dots stand for slashes', (t) => {
  const none = { net: false, ipc: false };
  const ask = (name: string, ...allowed: readonly string[]): string | undefined =>
    parameterFault([name], none, allowed);
  t.equal(ask('net/ipv4/conf/eth0.100/forwarding', 'net.ipv4.conf.eth0/100.*'), undefined);
  t.equal(ask('net.ipv4.conf.eth0/100.forwarding', 'net/ipv4/conf/eth0.100/*'), undefined);
  t.match(ask('net.ipv4.conf.eth0.forwarding', 'net.ipv4.conf.eth1.*'), /not allowlisted/);
  t.match(ask('net.core.somaxconnx', 'net.core.somaxconn'), /not allowlisted/, 'the whole name counts');
  t.equal(parameterFault([], { net: true, ipc: true }, []), undefined);
  t.end();
});

t.test('AppArmor is there when the kernel says so', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'app-armor-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const path = join(folder, 'enabled');
  t.equal(hasAppArmor(path), false);
  for (const [text, is] of [
    ['Y\n', true],
    ['N\n', false],
  ] as const) {
    await writeFile(path, text);
    t.equal(hasAppArmor(path), is);
  }
});
