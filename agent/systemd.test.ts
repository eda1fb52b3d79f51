// The services under a real systemd: a small Debian is made and booted as a container, the installer puts the services into
// it, and they are started, killed, frozen and stopped there. Needs root, mmdebstrap with a mirror, and systemd-nspawn.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { writeNodeConnection } from '../fixtures/node-connection.ts';
import { systemClock } from '../shared/process/system-clock.ts';

const bundles = fileURLToPath(new URL('../bin', import.meta.url));
const simulator = fileURLToPath(new URL('../fixtures/cri-simulator/main.js', import.meta.url));
const project = projectRoot();
t.setTimeout(400_000);

function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'systemd', 'install.sh'))) folder = dirname(folder);
  return folder;
}

function missing(): { readonly skip?: string } {
  if (process.getuid?.() !== 0) return { skip: 'a container needs root' };
  if (!existsSync(join(bundles, 'orch-agent.js'))) return { skip: 'the programs are not bundled' };
  for (const tool of ['mmdebstrap', 'systemd-nspawn']) {
    if (spawnSync(tool, ['--version']).status !== 0) return { skip: `${tool} is not installed` };
  }
  return {};
}

interface Host {
  readonly root: string;
  /** Runs a command inside; what it printed, to both streams. */
  run(...words: readonly string[]): string;
}

/** False: there is no mirror to make it from. */
async function debian(root: string): Promise<boolean> {
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

/** Boots it with this Node and this project inside, without a network. */
async function boot(root: string): Promise<{ host: Host; container: ChildProcess }> {
  const binds = [process.execPath, project].map((path) => `--bind-ro=${path}`);
  const words = ['-q', '-D', root, '--register=no', '--keep-unit', '--private-network', ...binds, '--boot'];
  const container = spawn('systemd-nspawn', words, { stdio: 'ignore' });
  let leader = '';
  await until(() => {
    leader = childOf(container.pid ?? 0);
    return leader !== '';
  }, 'a first process');
  const run = (...command: readonly string[]): string => {
    const done = spawnSync('nsenter', ['-t', leader, '-a', '--', ...command], { timeout: 30_000 });
    return `${done.stdout.toString()}${done.stderr.toString()}`.trim();
  };
  await until(() => /^(running|degraded)$/.test(run('systemctl', 'is-system-running')), 'booted');
  return { host: { root, run }, container };
}

function childOf(pid: number): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] ?? '';
}

async function until(holds: () => boolean, what: string, seconds = 30): Promise<void> {
  for (const deadline = Date.now() + seconds * 1000; !holds(); await sleep(100)) {
    if (Date.now() > deadline) throw new Error(`never: ${what}`);
  }
}

/** One property of a unit. */
const show = (host: Host, unit: string, property: string): string =>
  host.run('systemctl', 'show', unit, '--value', '-p', property);

async function giveIdentity(root: string): Promise<void> {
  const pki = join(root, 'var', 'lib', 'orch-apiserver', 'pki');
  const [certificatePem, keyPem] = await Promise.all(
    ['ca.crt', 'ca.key'].map((name) => readFile(join(pki, name), 'utf8')),
  );
  await writeNodeConnection({
    authority: { certificatePem: certificatePem ?? '', keyPem: keyPem ?? '' },
    server: 'https://127.0.0.1:6443',
    nodeName: 'boxed',
    path: join(root, 'etc', 'orch-agent', 'kubeconfig'),
    clock: systemClock,
  });
}

/** Both services run before and after. */
async function reinstall(t: Test, host: Host): Promise<void> {
  const programs = join(host.root, 'opt', 'programs');
  await cp(bundles, programs, { recursive: true });
  const path = `PATH=${dirname(process.execPath)}:/usr/sbin:/usr/bin:/sbin:/bin`;
  const script = join(project, 'systemd', 'install.sh');
  const install = (...words: readonly string[]): string =>
    host.run('env', '-i', path, 'ORCHKIT_PROGRAMS=/opt/programs', script, ...words);
  const pids = (): readonly string[] => ['orch-apiserver', 'orch-agent'].map((unit) => show(host, unit, 'MainPID'));
  const states = (): readonly string[] =>
    ['orch-apiserver', 'orch-agent'].map((unit) => show(host, unit, 'ActiveState'));

  const [server, agent] = pids();
  install();
  t.equal(install(), '', 'a second run says and does nothing');
  t.same(pids(), [server, agent], 'nothing was restarted');

  await appendFile(join(programs, 'orch-agent.js'), '\n// newer\n');
  t.match(install(), /^installed .*orch-agent\.js$/);
  t.equal(pids()[0], server, 'what did not change goes on');
  t.not(pids()[1], agent, 'the upgraded agent was restarted');
  t.same(states(), ['active', 'active']);

  t.match(install('--uninstall'), /removed \/etc\/systemd\/system\/orch-agent\.service/);
  t.same(states(), ['inactive', 'inactive']);
  t.equal(show(host, 'orch-agent', 'LoadState'), 'not-found');
  t.equal(install('--uninstall'), '', 'again');
  const kept = ['etc/orch-agent/kubeconfig', 'etc/orch-agent/environment', 'var/lib/orch-apiserver/pki/ca.crt'];
  for (const one of kept) t.ok(existsSync(join(host.root, one)), `${one} is kept`);
  t.notOk(existsSync(join(host.root, 'usr/local/lib/orchkit')), 'programs are gone');

  install();
  t.same(states(), ['active', 'active'], 'installed again it goes on with what was kept');
}

t.test('installed services run under systemd, come back when they die, and end well', missing(), async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'systemd-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const root = join(folder, 'root');
  if (!(await debian(root))) {
    t.skip('a Debian could not be made from a mirror in time', () => {});
    return;
  }
  const environment = { ...process.env, ORCHKIT_PROGRAMS: bundles };
  const installed = spawnSync(join(project, 'systemd', 'install.sh'), ['--destination', root], { env: environment });
  t.equal(installed.status, 0, installed.stderr.toString());
  const { host, container } = await boot(root);
  t.teardown(async () => {
    const gone = new Promise((resolve) => container.once('close', resolve));
    host.run('systemctl', 'poweroff');
    const late = setTimeout(() => container.kill('SIGKILL'), 10_000);
    await gone;
    clearTimeout(late);
  });
  const journal = (unit: string): string => host.run('journalctl', '-o', 'cat', '-u', unit);

  t.equal(host.run('systemctl', 'start', 'orch-apiserver'), '', 'ready, or it would not have returned');
  t.equal(show(host, 'orch-apiserver', 'ActiveState'), 'active', journal('orch-apiserver'));
  t.match(show(host, 'orch-apiserver', 'StatusText'), /^serving https:/);
  const pid = show(host, 'orch-apiserver', 'MainPID');
  t.equal(host.run('stat', '-c', '%U', `/proc/${pid}`), 'orch-apiserver', 'as a user of its own');

  host.run('systemctl', 'start', 'orch-agent');
  t.equal(show(host, 'orch-agent', 'ConditionResult'), 'no', 'without its connection file the agent is not started');
  await giveIdentity(root);
  await mkdir(join(root, 'run', 'containerd'), { recursive: true });
  const drop = join(root, 'etc/systemd/system/orch-agent.service.d');
  await mkdir(drop, { recursive: true });
  await writeFile(join(drop, 'test.conf'), '[Service]\nWatchdogSec=2\nRestartSec=100ms\n');
  await writeFile(join(root, 'etc/orch-agent/environment'), 'ORCH_AGENT_FLAGS=--hostname-override=boxed\n');
  host.run('mkdir', '-p', '/run/containerd');
  host.run('systemd-run', '--unit=sim', process.execPath, simulator, '--socket=/run/containerd/containerd.sock');
  host.run('systemctl', 'daemon-reload');
  t.equal(host.run('systemctl', 'start', 'orch-agent'), '');
  t.equal(show(host, 'orch-agent', 'StatusText'), 'node boxed on port 10250');
  await until(() => journal('orch-agent').includes('node condition Ready is True'), 'the node is Ready');

  const starts = (): number => Number(show(host, 'orch-agent', 'NRestarts'));
  host.run('systemctl', 'kill', '-s', 'KILL', 'orch-agent');
  await until(() => starts() === 1 && show(host, 'orch-agent', 'ActiveState') === 'active', 'back after its death');
  // A process that does nothing gives no signs of life.
  host.run('systemctl', 'kill', '-s', 'STOP', 'orch-agent');
  await until(() => starts() === 2 && show(host, 'orch-agent', 'ActiveState') === 'active', 'back after it froze');
  t.match(journal('orch-agent'), /Watchdog timeout/);
  await sleep(2500);
  t.equal(starts(), 2, 'signs of life keep it running');

  t.notMatch(journal('orch-agent'), /^(<\d>|\d{4}-\d\d-\d\dT)/m, 'the journal notes time and level itself');

  await t.test('the installer, run on the host: nothing to do, upgrade, removal, and back', (t) => reinstall(t, host));

  const begun = Date.now();
  host.run('systemctl', 'stop', 'orch-agent', 'orch-apiserver');
  t.ok(Date.now() - begun < 4000, 'stops within seconds');
  for (const unit of ['orch-agent', 'orch-apiserver']) {
    t.equal(show(host, unit, 'ActiveState'), 'inactive');
    t.equal(show(host, unit, 'Result'), 'success', journal(unit));
  }
});
