// The services under a real systemd: a small Debian is made and booted as a container, the installer puts the services into
// it, and they are started, killed, frozen and stopped there. Needs root, mmdebstrap with a mirror, and systemd-nspawn.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { busyLimit } from '../../../fixtures/host/machine-pace.ts';
import { writeNodeConnection } from '../../../fixtures/host/node-connection.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import {
  bootHost,
  bundles,
  makeDebian,
  missing,
  project,
  type SystemdHost,
  until,
} from '../../../fixtures/agent/systemd-host.fixture.ts';
import { joinUnderSystemd } from '../../../fixtures/agent/systemd-joining.fixture.ts';
import { runUnderPidLimit } from '../../../fixtures/agent/systemd-pids.fixture.ts';

const simulator = fileURLToPath(new URL('../../../fixtures/cri-simulator/main.js', import.meta.url));
t.setTimeout(900_000);

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
async function reinstall(t: Test, host: SystemdHost): Promise<void> {
  const programs = join(host.root, 'opt', 'programs');
  await cp(bundles, programs, { recursive: true });
  const path = `PATH=${dirname(process.execPath)}:/usr/sbin:/usr/bin:/sbin:/bin`;
  const script = join(project, 'systemd', 'install.sh');
  const install = (...words: readonly string[]): string =>
    host.run('env', '-i', path, 'ORCHKIT_PROGRAMS=/opt/programs', script, ...words);
  const pids = (): readonly string[] => ['orch-apiserver', 'orch-agent'].map((unit) => host.show(unit, 'MainPID'));
  const states = (): readonly string[] =>
    ['orch-apiserver', 'orch-agent'].map((unit) => host.show(unit, 'ActiveState'));

  const [server, agent] = pids();
  install();
  t.equal(install(), '', 'a second run says and does nothing');
  t.strictSame(pids(), [server, agent], 'nothing was restarted');

  await appendFile(join(programs, 'orch-agent.js'), '\n// newer\n');
  t.match(install(), /^installed .*orch-agent\.js$/);
  t.equal(pids()[0], server, 'what did not change goes on');
  t.not(pids()[1], agent, 'the upgraded agent was restarted');
  t.strictSame(states(), ['active', 'active']);

  t.match(install('--uninstall'), /removed \/etc\/systemd\/system\/orch-agent\.service/);
  t.strictSame(states(), ['inactive', 'inactive']);
  t.equal(host.show('orch-agent', 'LoadState'), 'not-found');
  t.equal(install('--uninstall'), '', 'again');
  const kept = ['etc/orch-agent/kubeconfig', 'etc/orch-agent/environment', 'var/lib/orch-apiserver/pki/ca.crt'];
  for (const one of kept) t.ok(existsSync(join(host.root, one)), `${one} is kept`);
  t.notOk(existsSync(join(host.root, 'usr/local/lib/orchkit')), 'programs are gone');

  install('--no-start');
  t.strictSame(states(), ['inactive', 'inactive'], 'installed, and not started');
  install();
  t.strictSame(states(), ['active', 'active'], 'started by the next run, it goes on with what was kept');
}

t.test('installed services run under systemd, come back when they die, and end well', missing(), async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'systemd-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const root = join(folder, 'root');
  if (!(await makeDebian(root))) {
    await t.test('installed services', { skip: 'a Debian could not be made from a mirror in time' }, () => {});
    return;
  }
  const environment = { ...process.env, ORCHKIT_PROGRAMS: bundles };
  const installed = spawnSync(join(project, 'systemd', 'install.sh'), ['--destination', root], { env: environment });
  t.equal(installed.status, 0, installed.stderr.toString());
  const host = await bootHost(t, root);
  if (host === undefined) {
    await t.test('installed services', { skip: 'systemd-nspawn makes no container here' }, () => {});
    return;
  }
  const { journal } = host;
  // Nothing that is said needs a process of its own.
  host.run('chmod', '-x', '/usr/bin/systemd-notify');

  t.equal(host.run('systemctl', 'start', 'orch-apiserver'), '', 'ready, or it would not have returned');
  t.equal(host.show('orch-apiserver', 'ActiveState'), 'active', journal('orch-apiserver'));
  t.match(host.show('orch-apiserver', 'StatusText'), /^serving https:/);
  const pid = host.show('orch-apiserver', 'MainPID');
  t.equal(host.run('stat', '-c', '%U', `/proc/${pid}`), 'orch-apiserver', 'as a user of its own');

  host.run('systemctl', 'start', 'orch-agent');
  t.equal(host.show('orch-agent', 'ConditionResult'), 'no', 'without its connection file the agent is not started');
  await giveIdentity(root);
  await mkdir(join(root, 'run', 'containerd'), { recursive: true });
  const drop = join(root, 'etc/systemd/system/orch-agent.service.d');
  await mkdir(drop, { recursive: true });
  await writeFile(join(drop, 'test.conf'), '[Service]\nWatchdogSec=4\nRestartSec=100ms\n');
  await writeFile(join(root, 'etc/orch-agent/environment'), 'ORCH_AGENT_FLAGS=--hostname-override=boxed\n');
  host.run('mkdir', '-p', '/run/containerd');
  host.run('systemd-run', '--unit=sim', process.execPath, simulator, '--socket=/run/containerd/containerd.sock');
  host.run('systemctl', 'daemon-reload');
  t.equal(host.run('systemctl', 'start', 'orch-agent'), '');
  t.equal(host.show('orch-agent', 'StatusText'), 'node boxed on port 10250');
  await until(() => journal('orch-agent').includes('node condition Ready is True'), 'the node is Ready').catch(
    (error: Error) => t.fail(`${error.message}: ${journal('orch-agent')}`),
  );

  const starts = (): number => Number(host.show('orch-agent', 'NRestarts'));
  const startsAgain = async (signal: string, what: string): Promise<void> => {
    const before = starts();
    host.run('systemctl', 'kill', '-s', signal, 'orch-agent');
    await until(() => starts() > before && host.show('orch-agent', 'ActiveState') === 'active', what);
  };
  await startsAgain('KILL', 'back after its death');
  // A process that does nothing gives no signs of life.
  await startsAgain('STOP', 'back after it froze');
  t.match(journal('orch-agent'), /Watchdog timeout/);
  let ended = Infinity;
  // On a machine that is busy elsewhere a sign of life may be late; without any, none of the tries would do.
  for (let tries = 0; tries < 10 && ended > 0; tries += 1) {
    const before = starts();
    await sleep(4500);
    ended = starts() - before;
  }
  t.equal(ended, 0, 'signs of life keep it running');
  await t.test('the agent keeps running when no process can be started (WDOG-001)', (t) => runUnderPidLimit(t, host));
  // From here on with the watchdog of the unit.
  await writeFile(join(drop, 'test.conf'), '[Service]\nRestartSec=100ms\n');
  host.run('systemctl', 'daemon-reload');
  t.equal(host.run('systemctl', 'restart', 'orch-agent'), '');

  t.notMatch(journal('orch-agent'), /^(<\d>|\d{4}-\d\d-\d\dT)/m, 'the journal notes time and level itself');

  await t.test('the installer, run on the host: nothing to do, upgrade, removal, and back', (t) => reinstall(t, host));

  await t.test(
    'a bootstrap token in its place is all that a host needs to become a node and to stay one (BOOT-008)',
    (t) => joinUnderSystemd(t, host),
  );

  let took = Infinity;
  for (let tries = 0; tries < 3 && took > 4_000; tries += 1) {
    if (tries > 0) host.run('systemctl', 'start', 'orch-agent', 'orch-apiserver');
    const begun = Date.now();
    host.run('systemctl', 'stop', 'orch-agent', 'orch-apiserver');
    took = Date.now() - begun;
  }
  t.ok(took < busyLimit(4_000), `stops within seconds: ${took} ms`);
  for (const unit of ['orch-agent', 'orch-apiserver']) {
    t.equal(host.show(unit, 'ActiveState'), 'inactive');
    t.equal(host.show(unit, 'Result'), 'success', journal(unit));
  }
});
