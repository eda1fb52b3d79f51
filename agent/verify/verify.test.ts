import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { createAuthority, createSelfSigned, issueCertificate } from '../../shared/certificates/authority.ts';
import type { ConnectionConfig } from '../../shared/client/connection/connection-config.ts';
import type { Transport } from '../../shared/client/contract/transport.ts';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import type { Check, Finding } from './check.ts';
import {
  authorityCheck,
  certificateCheck,
  nodeNameCheck,
  ownCertificateCheck,
  portCheck,
  runtimeCheck,
  serverChecks,
} from './connection-checks.ts';
import {
  cgroupCheck,
  folderCheck,
  type HostView,
  kernelCheck,
  nodeIpCheck,
  packetFilterCheck,
  rightsCheck,
  spaceCheck,
  swapCheck,
} from './host-checks.ts';
import { overall, reportText, runChecks } from './run-checks.ts';

const look = (check: Check): Promise<Finding> => check.look(new AbortController().signal);

async function host(
  t: Test,
  files: Readonly<Record<string, string>>,
  changes: Partial<HostView> = {},
): Promise<HostView> {
  const root = t.testdir();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return {
    root,
    uid: 0,
    run: () => Promise.reject(new Error('not found')),
    space: async () => ({ total: 1000, available: 500 }),
    writable: async () => {},
    ...changes,
  };
}

t.test('rights: root, or a user who may read everything', async (t) => {
  t.match(await look(rightsCheck(await host(t, {}))), { verdict: 'ok' });
  const status = (mask: string) => ({ 'proc/self/status': `Name:\tx\nCapEff:\t${mask}\n` });
  t.match(await look(rightsCheck(await host(t, status('0000000000000002'), { uid: 7 }))), { verdict: 'ok' });
  const weak = await look(rightsCheck(await host(t, status('0000000000000000'), { uid: 7 })));
  t.match(weak, { verdict: 'warning', found: 'the agent runs as user 7', advice: /run it as root/ });
});

t.test('control groups: version 2 with its controllers, version 1 with a warning, none at all', async (t) => {
  const two = (list: string) => ({ 'sys/fs/cgroup/cgroup.controllers': `${list}\n` });
  t.match(await look(cgroupCheck(await host(t, two('cpuset cpu io memory pids')))), {
    verdict: 'ok',
    found: /^version 2/,
  });
  t.match(await look(cgroupCheck(await host(t, two('cpu pids')))), {
    verdict: 'failure',
    advice: /controllers memory /,
  });
  const one = '#subsys_name\thierarchy\tnum\tenabled\ncpu\t1\t1\t1\nmemory\t2\t1\t1\npids\t3\t1\t1\nrdma\t4\t1\t0\n';
  t.match(await look(cgroupCheck(await host(t, { 'proc/cgroups': one }))), {
    verdict: 'warning',
    found: 'version 1 with cpu, memory, pids',
  });
  t.match(await look(cgroupCheck(await host(t, {}))), { verdict: 'failure', found: 'there are no control groups' });
});

t.test('an address given for the node must be one of this host', async (t) => {
  const check = (...nodeIps: readonly string[]) =>
    look(nodeIpCheck(nodeIps, () => ['127.0.0.1', '192.0.2.5', '2001:db8::5']));
  t.match(await check('192.0.2.5', '2001:db8:0::5'), { verdict: 'ok', found: '192.0.2.5, 2001:db8:0::5' });
  t.match(await check('192.0.2.5', '2001:db8::6'), { verdict: 'failure', found: /^2001:db8::6 is not an address of/ });
  t.match(await check('127.0.0.1'), { verdict: 'failure', found: /loopback/, advice: /--node-ip/ });
});

t.test('swap is warned about', async (t) => {
  const memory = (swap: number) => ({ 'proc/meminfo': `MemTotal:  1 kB\nSwapTotal:   ${swap} kB\n` });
  t.match(await look(swapCheck(await host(t, memory(0)))), { verdict: 'ok' });
  t.match(await look(swapCheck(await host(t, memory(2_097_152)))), { verdict: 'warning', found: /2048 MiB/ });
});

t.test(
  'kernel and nft are measured by what the nftables mode needs (MISC-001, MISC-002, MISC-003, MISC-004)',
  async (t) => {
    const kernel = async (release: string, nftables = false, skipsKernelVersion = false) =>
      look(kernelCheck(await host(t, { 'proc/sys/kernel/osrelease': release }), { nftables, skipsKernelVersion }));
    t.match(await kernel('5.13.0-1-amd64'), { verdict: 'ok' });
    t.match(await kernel('6.1.0'), { verdict: 'ok' });
    t.match(await kernel('5.4.17'), {
      verdict: 'warning',
      advice: /skipKernelVersionCheck, which is not for production/,
    });
    t.match(await kernel('4.19.0'), { verdict: 'warning', advice: /cannot be used/ });
    t.match(await kernel('5.12.9', true), { verdict: 'failure', advice: /skipKernelVersionCheck/ });
    t.match(await kernel('5.4.0', true, true), { verdict: 'warning', advice: /not for production/ });
    t.match(await kernel('5.3.9', true, true), { verdict: 'failure', advice: /cannot be used/ });
    const tool = async (text: string, nftables = false) =>
      look(packetFilterCheck(await host(t, {}, { run: async () => text }), { nftables }));
    t.match(await tool('nftables v1.0.0', true), { verdict: 'failure', advice: /1\.0\.1 or later/ });
    t.match(await tool('nftables v1.0.6 (Lester Gooch #5)'), { verdict: 'ok', found: 'nft 1.0.6' });
    t.match(await tool('nftables v1.0.1'), { verdict: 'ok' });
    t.match(await tool('nftables v1.0.0'), { verdict: 'warning', found: 'nft 1.0.0' });
    t.match(await tool('nftables v0.9.8 (E.D.S.)'), { verdict: 'warning' });
    t.match(await look(packetFilterCheck(await host(t, {}), { nftables: false })), {
      verdict: 'warning',
      found: 'there is no nft tool',
    });
  },
);

t.test('room on disk: of the next folder that exists', async (t) => {
  const mebibyte = 1024 * 1024;
  const missing = Object.assign(new Error('gone'), { code: 'ENOENT' });
  const space =
    (available: number): HostView['space'] =>
    async (path) => {
      if (path === '/a/b/c') throw missing;
      return { total: 1000 * mebibyte, available: available * mebibyte };
    };
  const at = async (available: number) =>
    look(spaceCheck(await host(t, {}, { space: space(available) }), 'space', '/a/b/c', 50 * mebibyte));
  t.match(await at(500), { verdict: 'ok', found: '500 of 1000 MiB are free for /a/b/c' });
  t.match(await at(90), { verdict: 'warning', advice: /DiskPressure/ });
  t.match(await at(49), { verdict: 'failure', advice: 'free at least 50 MiB' });
});

t.test('the folder of the agent: verify finds what would prevent its start', async (t) => {
  const root = t.testdir({ file: '', there: {}, full: { checkpoints: {} }, linked: {} });
  await symlink(root, join(root, 'linked', 'checkpoints'));
  const at = (folder: string, writable: HostView['writable'] = async () => {}) =>
    look(folderCheck({ writable }, join(root, folder), join(root, folder, 'checkpoints')));
  t.strictSame(await at('new/er'), { verdict: 'ok', found: `${root}/new/er is made at the start, in ${root}` });
  t.strictSame(await at('there'), { verdict: 'ok', found: `${root}/there is there` });
  t.match(await at('full'), { verdict: 'ok', found: /with archives of its own user/ });
  t.match(await at('file'), { verdict: 'failure', found: `${root}/file is not a folder`, advice: /--root-dir/ });
  t.match(await at('file/below'), { verdict: 'failure', found: `${root}/file is not a folder` });
  t.match(await at('linked'), { verdict: 'failure', found: /checkpoints is a symbolic link: make it a folder/ });
  const asked: string[] = [];
  const readOnly = await at('new/er', async (folder) => {
    asked.push(folder);
    throw new Error('EROFS: read-only file system');
  });
  t.match(readOnly, { verdict: 'failure', found: /^EROFS/, advice: /let the agent write there/ });
  t.strictSame(asked, [root], 'the folder above counts');
});

t.test('the runtime: its version and what it says of itself', async (t) => {
  const runtime = (api: string, conditions: readonly { type: string; status: boolean }[] = []) => ({
    version: async () => ({ runtimeName: 'containerd', runtimeVersion: '2.1.4', runtimeApiVersion: api }),
    status: async () => ({
      conditions: conditions.map((one) => ({ ...one, reason: '', message: 'no network' })),
      handlers: [],
      supplementalGroupsPolicy: undefined,
    }),
    close: () => {},
  });
  t.match(await look(runtimeCheck(runtime('v1'), 'unix:///x')), {
    verdict: 'ok',
    found: 'containerd 2.1.4, CRI v1, at unix:///x',
  });
  t.match(await look(runtimeCheck(runtime('v1alpha2'), 'x')), { verdict: 'failure', advice: /CRI v1/ });
  const sick = runtime('v1', [{ type: 'NetworkReady', status: false }]);
  t.match(await look(runtimeCheck(sick, 'x')), { verdict: 'warning', found: /NetworkReady: no network/ });
  const gone = { ...runtime('v1'), version: () => Promise.reject(new Error('nobody there')) };
  t.match(await look(runtimeCheck(gone, 'x')), {
    verdict: 'failure',
    found: 'x: nobody there',
    advice: /start the runtime/,
  });
});

t.test('the API service is reached once, and its clock compared', async (t) => {
  let asked = 0;
  const answer =
    (status: number, offset: number, clock: FakeClock): Transport =>
    async () => {
      asked += 1;
      const date = new Date(clock.now() - offset - 500).toUTCString();
      return { status, headers: { date }, body: (async function* () {})() };
    };
  const both = async (status: number, offset: number) => {
    const clock = new FakeClock(Date.UTC(2030, 0, 1) + 500);
    const { reachable, clock: check } = serverChecks(answer(status, offset, clock), 'https://s', clock);
    return [await look(reachable), await look(check)];
  };
  t.match(await both(200, 0), [{ verdict: 'ok', found: 'https://s is ready' }, { verdict: 'ok' }]);
  t.equal(asked, 1);
  t.match(await both(401, 10_000), [
    { verdict: 'failure' },
    { verdict: 'warning', found: '10.0 s ahead of the server' },
  ]);
  t.match(await both(403, -60_000), [{ verdict: 'ok' }, { verdict: 'failure', found: '60.0 s behind the server' }]);
  t.match(await both(500, 0), [{ verdict: 'warning', found: 'https://s answers 500' }, { verdict: 'ok' }]);
  const clock = new FakeClock();
  const dead = serverChecks(() => Promise.reject(new Error('refused')), 'https://s', clock);
  t.match(await look(dead.reachable), { verdict: 'failure', found: 'refused', advice: /connection file/ });
  t.match(await look(dead.clock), { verdict: 'warning' });
});

t.test('certificates: of their key, not ended, not about to', async (t) => {
  const clock = new FakeClock(Date.UTC(2030, 0, 1));
  const authority = createAuthority({ commonName: 'a', clock });
  const pair = (days: number): string => {
    const { certificatePem, keyPem } = issueCertificate(authority, {
      commonName: 'x',
      usages: ['client'],
      days,
      clock,
    });
    return certificatePem + keyPem;
  };
  const of = (text: string | undefined, at = clock) =>
    look(certificateCheck('c', at, async () => text, { absent: 'none', advice: 'renew' }));
  t.match(await of(pair(30)), { verdict: 'ok', found: 'fits its key, ends at 2030-01-31T00:00:00.000Z' });
  t.match(await of(pair(6)), { verdict: 'warning', advice: 'renew' });
  t.match(await of(pair(1), new FakeClock(Date.UTC(2030, 0, 3))), {
    verdict: 'failure',
    found: /^it ended at 2030-01-02/,
  });
  t.match(await of(pair(1), new FakeClock(Date.UTC(2029, 0, 1))), { verdict: 'failure', advice: /clock/ });
  const [one, other] = [createSelfSigned({ commonName: 'x', clock }), createSelfSigned({ commonName: 'x', clock })];
  t.match(await of(one.certificatePem + other.keyPem), { verdict: 'failure', found: /another key/ });
  t.match(await of(undefined), { verdict: 'ok', found: 'none' });
  const folder = t.testdir({ good: authority.certificatePem, bad: 'hello' });
  t.match(await look(authorityCheck(join(folder, 'good'))), { verdict: 'ok', found: /^1 in / });
  t.match(await look(authorityCheck(join(folder, 'bad'))), { verdict: 'failure', found: /holds no certificate/ });
  t.match(await look(authorityCheck(join(folder, 'none'))), { verdict: 'failure' });
});

t.test('an expired certificate that the agent renews itself is not a failure', async (t) => {
  const clock = new FakeClock(Date.UTC(2030, 0, 1));
  const { certificatePem, keyPem } = createSelfSigned({ commonName: 'x', days: 30, clock });
  const at = (text: string | undefined, day: number) => {
    const options = { absent: 'none', advice: 'a new one is made' };
    return look(ownCertificateCheck('c', new FakeClock(Date.UTC(2030, 0, day)), async () => text, options));
  };
  t.match(await at(certificatePem + keyPem, 2), { verdict: 'ok' });
  t.match(await at(certificatePem + keyPem, 40), {
    verdict: 'warning',
    found: /^it ended/,
    advice: 'a new one is made',
  });
  t.match(await at('no certificate', 2), { verdict: 'warning', advice: 'a new one is made' });
  t.match(await at(undefined, 2), { verdict: 'ok', found: 'none' });
});

t.test('the client certificate must be that of this node', async (t) => {
  const clock = new FakeClock(Date.UTC(2030, 0, 1));
  const authority = createAuthority({ commonName: 'a', clock });
  const named = (name: string) => {
    const { certificatePem, keyPem } = issueCertificate(authority, {
      commonName: `system:node:${name}`,
      organizations: ['system:nodes'],
      usages: ['client'],
      clock,
    });
    const credentials = { certificate: { pem: certificatePem }, key: { pem: keyPem } };
    return { server: 'https://s', authority: undefined, credentials } as unknown as ConnectionConfig;
  };
  const check = (config: ConnectionConfig | undefined) => look(nodeNameCheck(async () => 'one', config));
  t.match(await check(named('one')), { verdict: 'ok', found: 'one' });
  t.match(await check(undefined), { verdict: 'ok', found: 'one' });
  t.match(await check(named('two')), {
    verdict: 'failure',
    found: 'the client certificate is that of node "two", but this node is "one"',
    advice: 'get a certificate for system:node:one or start with --hostname-override=two',
  });
});

t.test('a port that is in use is a failure', async (t) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void server.close());
  const { port } = server.address() as AddressInfo;
  t.match(await look(portCheck('port', '127.0.0.1', port)), {
    verdict: 'failure',
    found: `127.0.0.1 port ${port} is taken`,
  });
  t.match(await look(portCheck('port', '203.0.113.1', 1)), { verdict: 'failure', advice: /another address/ });
});

t.test('a check that throws or never ends is a failure, and the report counts', async (t) => {
  const clock = new FakeClock();
  const results = runChecks(
    [
      { name: 'good', look: async () => ({ verdict: 'ok', found: 'well' }) },
      { name: 'odd', look: async () => ({ verdict: 'warning', found: 'hm', advice: 'look' }) },
      { name: 'thrown', look: () => Promise.reject(new Error('broken')) },
      { name: 'endless', look: () => new Promise(() => {}) },
    ],
    clock,
  );
  await clock.advance(15_000);
  const all = await results;
  t.match(all, [
    {},
    {},
    { verdict: 'failure', found: 'broken' },
    { verdict: 'failure', found: 'there was no answer in 15 s' },
  ]);
  t.equal(overall(all), 'failure');
  t.equal(overall(all.slice(0, 2)), 'warning');
  t.equal(overall([]), 'ok');
  const text = reportText(all);
  t.match(text, /^ok {7}good {5}well$/m);
  t.match(text, /^ +-> look$/m);
  t.match(text, /^1 ok, 1 warning, 2 failures$/m);
});
