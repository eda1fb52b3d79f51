// Notifications as they arrive at a datagram socket: from one helper, also when no process can be started any more.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { NotifyHelper } from './notify-helper.ts';

const tools = ['perl', 'logger', 'prlimit'].filter((tool) => spawnSync(tool, ['--version']).status !== 0);
const options = tools.length === 0 ? {} : { skip: `not installed: ${tools.join(', ')}` };
t.setTimeout(60_000);

/** Root is bound by no limit of processes. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const listener = `use Socket; $| = 1; umask 0; socket(S, AF_UNIX, SOCK_DGRAM, 0); bind(S, sockaddr_un($ARGV[0]));
  print "up\\n"; while (defined(recv(S, my $b, 65536, 0))) { print join(' ', grep { /^[A-Z]+=/ } split(/[\\r\\n]/, $b)), "\\n"; }`;

interface Socket {
  readonly path: string;
  /** The assignments of each datagram. */
  readonly lines: string[];
  /** Closes the socket. */
  end(): Promise<void>;
}

/** A socket as systemd has one; default a path of its own. */
async function notifySocket(t: Test, wanted?: string): Promise<Socket> {
  const folder = await mkdtemp(join(tmpdir(), 'notify-'));
  chmodSync(folder, 0o755);
  const path = wanted ?? join(folder, 'socket');
  const listening = spawn('perl', ['-e', listener, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(listening, 'close');
  const end = async (): Promise<void> => {
    listening.kill();
    await closed;
    await rm(path, { force: true });
  };
  t.teardown(async () => {
    await end();
    await rm(folder, { recursive: true });
  });
  const lines: string[] = [];
  listening.stdout.setEncoding('utf8').on('data', (more: string) => lines.push(...more.trim().split('\n')));
  await until(() => lines.shift() === 'up');
  return { path, lines, end };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(20);
}

function childrenOf(pid: number | undefined): readonly string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
}

/** A service that notifies all its states, then WATCHDOG=1 every 100 ms. Root runs it as another user, for whom limits apply. */
function service(t: Test, path: string, prefix: readonly string[] = [], more: NodeJS.ProcessEnv = {}): ChildProcess {
  const [notifier, log] = ['sd-notify.js', '../log/log.js'].map((file) => new URL(file, import.meta.url).href);
  const script = `const { createServiceNotifier } = await import('${notifier}');
    const { silentLog } = await import('${log}');
    const notifier = createServiceNotifier({ log: silentLog });
    await Promise.all([notifier.ready('serving\\rnow'), notifier.status('well')]);
    setInterval(() => notifier.alive(), 100);
    process.on('SIGTERM', () => notifier.stopping('bye').then(() => process.exit()));`;
  const env = { PATH: process.env['PATH'], NOTIFY_SOCKET: path, WATCHDOG_USEC: '1000000', ...more };
  const [program, ...words] = [...prefix, process.execPath, '--input-type=module', '-e', script];
  const child = spawn(program ?? '', words, { ...user, env, stdio: 'ignore' });
  t.teardown(() => child.kill('SIGKILL'));
  return child;
}

t.test(
  'all states arrive, and beats on time, when no process can be started any more (WDOG-001)',
  options,
  async (t) => {
    const { path, lines } = await notifySocket(t);
    const child = service(t, path);
    const { pid } = child;
    await until(() => lines.length >= 5);
    t.strictSame(lines.splice(0, 2), ['READY=1 STATUS=serving now', 'STATUS=well']);
    const helpers = childrenOf(pid);
    t.equal(helpers.length, 1, 'one process carries them');
    t.equal(spawnSync('prlimit', ['--pid', String(pid), '--nproc=1:1'], user).status, 0);
    const before = lines.length;
    await until(() => lines.length >= before + 10);
    t.strictSame(childrenOf(pid), helpers, 'still the same');
    t.strictSame(new Set(lines), new Set(['WATCHDOG=1']));
    child.kill();
    await until(() => lines.includes('STOPPING=1 STATUS=bye'));
  },
);

const opener = `use Socket; use POSIX; $^F = 3; socket(S, AF_UNIX, SOCK_DGRAM, 0); connect(S, sockaddr_un(shift @ARGV)) or die;
  POSIX::dup2(fileno(S), 3) if fileno(S) != 3; $ENV{LISTEN_PID} = $$; exec @ARGV;`;

t.test('through a socket that systemd has opened all states arrive without any other process', options, async (t) => {
  const { path, lines } = await notifySocket(t);
  const open = { LISTEN_FDS: '1', LISTEN_FDNAMES: 'notify' };
  const child = service(t, path, ['perl', '-e', opener, path], open);
  await until(() => lines.length >= 5);
  t.strictSame(new Set(lines.splice(0, 2)), new Set(['READY=1 STATUS=serving now', 'STATUS=well']));
  t.strictSame(childrenOf(child.pid), []);
  child.kill();
  await until(() => lines.includes('STOPPING=1 STATUS=bye'));
  t.strictSame(new Set(lines), new Set(['WATCHDOG=1', 'STOPPING=1 STATUS=bye']));
});

t.test('a socket that was opened for another process, or another purpose, is not written to', options, async (t) => {
  for (const open of [{ LISTEN_PID: '1', LISTEN_FDNAMES: 'notify' }, { LISTEN_FDNAMES: 'web' }]) {
    const { path, lines } = await notifySocket(t);
    const named = 'LISTEN_PID' in open ? opener.replace('$ENV{LISTEN_PID} = $$;', '') : opener;
    const child = service(t, path, ['perl', '-e', named, path], { LISTEN_FDS: '1', ...open });
    await until(() => lines.length >= 3);
    t.equal(childrenOf(child.pid).length, 1, 'the helper says it');
    child.kill();
    await once(child, 'close');
  }
});

t.test('a stopped service sends no WATCHDOG=1, and its helper ends with it', options, async (t) => {
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

t.test('a helper that was killed is started again', options, async (t) => {
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

t.test('without the helper, or without the socket, a notification fails', async (t) => {
  await t.rejects(new NotifyHelper('/nowhere', '/no/such/program').send(['READY=1']), { code: 'ENOENT' });
  if (options.skip !== undefined) return;
  const helper = new NotifyHelper('/nowhere/socket');
  for (const word of ['READY=1', 'STOPPING=1']) await t.rejects(helper.send([word]), /logger/);
});

t.test('sending fails when the socket is gone, and works again when it was replaced', options, async (t) => {
  const first = await notifySocket(t);
  const helper = new NotifyHelper(first.path);
  await helper.send(['READY=1']);
  await first.end();
  await t.rejects(helper.send(['STATUS=lost']), /logger/);
  const second = await notifySocket(t, first.path);
  await until(() =>
    helper.send(['STATUS=found']).then(
      () => true,
      () => false,
    ),
  );
  await until(() => second.lines.includes('STATUS=found'));
});
