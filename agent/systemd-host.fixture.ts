// A host with a real systemd for tests: a small Debian is made, and booted as a container with this Node and this project
// inside and a network of its own. Needs root, mmdebstrap with a mirror, and systemd-nspawn.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Test } from 'tap';

/** The programs as they are installed. */
export const bundles = fileURLToPath(new URL('../bin', import.meta.url));
/** The clone that this was built from. */
export const project = projectRoot();

function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'systemd', 'install.sh'))) folder = dirname(folder);
  return folder;
}

/** What `t.test` takes: why there can be no such host here. */
export function missing(): { readonly skip?: string } {
  if (process.getuid?.() !== 0) return { skip: 'a container needs root' };
  if (!existsSync(join(bundles, 'orch-agent.js'))) return { skip: 'the programs are not bundled' };
  for (const tool of ['mmdebstrap', 'systemd-nspawn']) {
    if (spawnSync(tool, ['--version']).status !== 0) return { skip: `${tool} is not installed` };
  }
  return {};
}

export interface SystemdHost {
  readonly root: string;
  /** Runs a command inside; what it printed, to both streams. */
  readonly run: (...words: readonly string[]) => string;
  /** One property of a unit. */
  readonly show: (unit: string, property: string) => string;
  /** What a unit logged. */
  readonly journal: (unit: string) => string;
  /** A port of this machine behind which lies one of the host's. */
  readonly reach: (t: Test, port: number) => Promise<number>;
}

/** Makes the files of the host. False: there is no mirror to make it from. */
export async function makeDebian(root: string): Promise<boolean> {
  const sources = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'].find((path) => existsSync(path));
  const release = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  if (sources === undefined || release === undefined) return false;
  const words = [
    '-q',
    '--variant=essential',
    '--dpkgopt=force-unsafe-io',
    '--include=systemd,systemd-sysv,libstdc++6',
    release,
    root,
    sources,
  ];
  const child = spawn('mmdebstrap', words, { stdio: 'ignore', timeout: 150_000 });
  return (await new Promise((resolve) => child.once('close', resolve))) === 0;
}

/** Boots it; it is shut down when the test ends. Undefined: this machine lets nobody make a container. */
export async function bootHost(t: Test, root: string): Promise<SystemdHost | undefined> {
  // Services look for the program where a package puts it, wherever the one that runs the tests lies.
  const binds = new Set([process.execPath, `${process.execPath}:/usr/bin/node`, project]);
  const bound = [...binds].map((path) => `--bind-ro=${path}`);
  const words = ['-q', '-D', root, '--register=no', '--keep-unit', '--private-network', ...bound, '--boot'];
  const container = spawn('systemd-nspawn', words, { stdio: 'ignore' });
  let leader = '';
  const run = (...command: readonly string[]): string => {
    const done = spawnSync('nsenter', ['-t', leader, '-a', '--', ...command], { timeout: 150_000 });
    return `${done.stdout.toString()}${done.stderr.toString()}`.trim();
  };
  t.teardown(() => shutDown(container, run));
  await until(() => {
    leader = childOf(container.pid ?? 0);
    return leader !== '' || container.exitCode !== null;
  }, 'a first process');
  if (container.exitCode !== null) return undefined;
  await until(() => /^(running|degraded)$/.test(run('systemctl', 'is-system-running')), 'booted');
  return {
    root,
    run,
    show: (unit, property) => run('systemctl', 'show', unit, '--value', '-p', property),
    journal: (unit) => run('journalctl', '-o', 'cat', '-u', unit),
    reach: (test, port) => relay(test, leader, port),
  };
}

async function shutDown(container: ChildProcess, run: SystemdHost['run']): Promise<void> {
  const gone = new Promise((resolve) => container.once('close', resolve));
  if (container.exitCode !== null || container.signalCode !== null) return;
  run('systemctl', 'poweroff');
  const late = setTimeout(() => container.kill('SIGKILL'), 60_000);
  await gone;
  clearTimeout(late);
}

/** Each connection goes through a process in the network of the container. */
async function relay(t: Test, leader: string, port: number): Promise<number> {
  const script = `const s = require('net').connect(${port}, '127.0.0.1', () => process.stdin.pipe(s).pipe(process.stdout));
    s.on('error', () => process.exit(1)).on('close', () => process.exit());`;
  const words = ['-t', leader, '-n', '--', process.execPath, '-e', script];
  const server = createServer((socket) => {
    const child = spawn('nsenter', words, { stdio: ['pipe', 'pipe', 'ignore'] });
    socket.pipe(child.stdin).on('error', () => {});
    child.stdout.pipe(socket).on('error', () => {});
    socket.on('close', () => child.kill());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function childOf(pid: number): string {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? (readFileSync(path, 'utf8').trim().split(' ')[0] ?? '') : '';
}

/** Rejects when it does not come to hold in time. */
export async function until(holds: () => boolean | Promise<boolean>, what: string, seconds = 150): Promise<void> {
  for (const deadline = Date.now() + seconds * 1000; !(await holds()); await sleep(100)) {
    if (Date.now() > deadline) throw new Error(`never: ${what}`);
  }
}
