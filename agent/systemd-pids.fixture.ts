// A limit of processes that leaves the agent's service no room for anything more than it has: the agent goes on, and says what
// it has to. It is that of the unit, or of a group of this machine where a container has no limits (version 1 of groups).

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmdirSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Test } from 'tap';
import type { SystemdHost } from './systemd-host.fixture.ts';

/** The agent runs, with a watchdog of four seconds; it does so afterwards, without the limit. */
export async function runUnderPidLimit(t: Test, host: SystemdHost): Promise<void> {
  const pid = host.show('orch-agent', 'MainPID');
  const limit = host.show('orch-agent', 'TasksCurrent') === '[not set]' ? limitGroup(host, pid) : limitUnit(host);
  t.match(limit.another(), /fork|temporarily unavailable/i, 'no process can be started');
  await sleep(10_000);
  t.same(
    ['ActiveState', 'MainPID', 'NotifyAccess'].map((name) => host.show('orch-agent', name)),
    ['active', pid, 'all'],
    'it gives signs of life',
  );
  limit.lift();
}

interface Limit {
  /** What a shell says that joins the group and starts a process. */
  another(): string;
  lift(): void;
}

const startAnother = (group: string): string[] => ['sh', '-c', `echo $$ > ${group}/cgroup.procs; sleep 1 & wait`];

function limitUnit(host: SystemdHost): Limit {
  const set = (tasks: string): string =>
    host.run('systemctl', 'set-property', '--runtime', 'orch-agent', `TasksMax=${tasks}`);
  const usual = host.show('orch-agent', 'TasksMax');
  set(host.show('orch-agent', 'TasksCurrent'));
  return {
    another: () => host.run(...startAnother('/sys/fs/cgroup/system.slice/orch-agent.service')),
    lift: () => void set(usual),
  };
}

function limitGroup(host: SystemdHost, pid: string): Limit {
  const all = '/sys/fs/cgroup/pids';
  const group = `${all}/orchkit-test-${process.pid}`;
  const main = outside(host, pid);
  const members = [main, ...childrenOf(main)];
  mkdirSync(group);
  for (const member of members) writeFileSync(`${group}/cgroup.procs`, member);
  writeFileSync(`${group}/pids.max`, readFileSync(`${group}/pids.current`, 'utf8'));
  return {
    another() {
      const [program = '', ...words] = startAnother(group);
      return spawnSync(program, words, { encoding: 'utf8' }).stderr;
    },
    lift() {
      for (const member of [main, ...childrenOf(main)]) writeFileSync(`${all}/cgroup.procs`, member);
      rmdirSync(group);
    },
  };
}

/** The number under which this machine knows a process of the host. */
function outside(host: SystemdHost, pid: string): string {
  const inside = host.run('readlink', '/proc/1/ns/pid');
  const found = readdirSync('/proc').find((name) => {
    const status = `/proc/${name}/status`;
    if (!/^\d+$/.test(name) || !existsSync(status)) return false;
    return (
      new RegExp(`^NSpid:.*\\t${pid}$`, 'm').test(readFileSync(status, 'utf8')) &&
      readlinkSync(`/proc/${name}/ns/pid`) === inside
    );
  });
  if (found === undefined) throw new Error(`no process ${pid}`);
  return found;
}

function childrenOf(pid: string): readonly string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
}
