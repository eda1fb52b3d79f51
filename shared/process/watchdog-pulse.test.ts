// Beats of the watchdog as they arrive at a datagram socket: from one helper, also when no process can be started any more.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { WatchdogPulse } from './watchdog-pulse.ts';

const tools = ['perl', 'logger', 'prlimit'].filter((tool) => spawnSync(tool, ['--version']).status !== 0);
const options = tools.length === 0 ? {} : { skip: `not installed: ${tools.join(', ')}` };
t.setTimeout(120_000);

/** Root is bound by no limit of processes. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const listener = `use Socket; $| = 1; umask 0; socket(S, AF_UNIX, SOCK_DGRAM, 0); bind(S, sockaddr_un($ARGV[0]));
  print "up\\n"; while (defined(recv(S, my $b, 65536, 0))) { print join(' ', grep { /^[A-Z]+=/ } split(/\\n/, $b)), "\\n"; }`;

/** A socket as systemd has one; `lines` are the assignments of each datagram. */
async function notifySocket(t: Test): Promise<{ readonly path: string; readonly lines: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'notify-'));
  chmodSync(folder, 0o755);
  const path = join(folder, 'socket');
  const process = spawn('perl', ['-e', listener, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(async () => {
    process.kill();
    await rm(folder, { recursive: true });
  });
  const lines: string[] = [];
  process.stdout.setEncoding('utf8').on('data', (more: string) => lines.push(...more.trim().split('\n')));
  await until(() => lines.shift() === 'up');
  return { path, lines };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(20);
}

function childrenOf(pid: number | undefined): readonly string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
}

/** A service that gives a beat every 100 ms; as root it is another user, whom limits bind. */
function service(t: Test, path: string): ChildProcess {
  const [notifier, log] = ['sd-notify.js', 'log.js'].map((file) => new URL(file, import.meta.url).href);
  const script = `const { createServiceNotifier } = await import('${notifier}');
    const { silentLog } = await import('${log}');
    const notifier = createServiceNotifier({ log: silentLog });
    setInterval(() => notifier.alive(), 100);`;
  const env = { PATH: process.env['PATH'], NOTIFY_SOCKET: path, WATCHDOG_USEC: '1000000' };
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { ...user, env, stdio: 'ignore' });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}

t.test('beats arrive on time when no process can be started any more (WDOG-001)', options, async (t) => {
  const { path, lines } = await notifySocket(t);
  const { pid } = service(t, path);
  await until(() => lines.length >= 3);
  const helpers = childrenOf(pid);
  t.equal(helpers.length, 1, 'one process carries them');
  t.equal(spawnSync('prlimit', ['--pid', String(pid), '--nproc=1:1'], user).status, 0);
  const before = lines.length;
  await until(() => lines.length >= before + 10);
  t.same(childrenOf(pid), helpers, 'still the same');
  t.same(new Set(lines), new Set(['WATCHDOG=1']));
});

t.test('a service that stands still gives no beats, and its helper ends with it', options, async (t) => {
  const { path, lines } = await notifySocket(t);
  const child = service(t, path);
  await until(() => lines.length >= 3);
  const [helper] = childrenOf(child.pid);
  child.kill('SIGSTOP');
  await until(() => /^State:\s+T/m.test(readFileSync(`/proc/${child.pid}/status`, 'utf8')));
  await sleep(500);
  const before = lines.length;
  await sleep(1_000);
  t.equal(lines.length, before, 'silent, though the helper is there');
  child.kill('SIGKILL');
  await once(child, 'close');
  await until(() => spawnSync('kill', ['-0', helper ?? '']).status !== 0);
});

t.test('a helper that was killed is started anew', options, async (t) => {
  const { path, lines } = await notifySocket(t);
  const { pid } = service(t, path);
  await until(() => lines.length >= 1);
  const [helper] = childrenOf(pid);
  spawnSync('kill', ['-9', helper ?? '']);
  await until(() => childrenOf(pid).length === 1 && childrenOf(pid)[0] !== helper);
  const before = lines.length;
  await until(() => lines.length >= before + 3);
  t.pass('beats again');
});

t.test('without the helper, or without the socket, a beat fails', async (t) => {
  await t.rejects(new WatchdogPulse('/nowhere', '/no/such/program').beat(), { code: 'ENOENT' });
  if (options.skip !== undefined) return;
  const pulse = new WatchdogPulse('/nowhere/socket');
  const failed = async (): Promise<boolean> => {
    for (;;) {
      const fault = await pulse.beat().then(() => undefined, String);
      if (fault !== undefined) return true;
      await sleep(20);
    }
  };
  t.ok(await failed());
});
