// Pressure made for real, inside limits: the agent sees as its host a control group with little memory and few process
// numbers, and has a small disk. Each runs low and recovers, and the node's conditions follow.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { startNodeSystem } from '../../../fixtures/process/node-system.ts';
import { createClient } from '../../../shared/client/index.ts';
import type { Node, NodeCondition } from '../../node/node.ts';

t.setTimeout(400_000);
const top = '/sys/fs/cgroup';
const mebibyte = 1024 ** 2;
const name = `orchkit-pressure-${process.pid}`;
const unified = existsSync(join(top, 'cgroup.controllers'));

interface Group {
  /** The folders that the agent sees in place of those above them: seen, own. */
  readonly views: readonly (readonly [string, string])[];
  remove(): Promise<void>;
}

/** 512 MiB and 100 process numbers. Undefined where groups cannot be made. */
async function makeGroup(): Promise<Group | undefined> {
  const views: (readonly [string, string])[] = unified
    ? [[top, join(top, name)]]
    : [
        [join(top, 'memory'), join(top, 'memory', name)],
        [join(top, 'pids'), join(top, 'pids', name)],
      ];
  const limits = unified
    ? { 'memory.max': 512 * mebibyte, 'pids.max': 100 }
    : { 'memory/memory.limit_in_bytes': 512 * mebibyte, 'pids/pids.max': 100 };
  const remove = async (): Promise<void> => {
    for (const [, own] of views) await rmdir(own).catch(() => {});
  };
  try {
    if (unified) await writeFile(join(top, 'cgroup.subtree_control'), '+memory +pids');
    for (const [, own] of views) await mkdir(own);
    for (const [file, value] of Object.entries(limits)) {
      const [controller = '', rest] = unified ? ['', file] : file.split('/');
      await writeFile(join(top, controller, name, rest ?? ''), String(value));
    }
    return { views, remove };
  } catch {
    await remove();
    return undefined;
  }
}

/** Enters the group, shows it as the host's, mounts a small disk as the agent's folder, and becomes the command. */
function prefix({ views }: Group): readonly string[] {
  const enter = views.map(([, own]) => `echo $$ > ${own}/cgroup.procs`).join(' && ');
  const show = views.map(([seen, own]) => `mount --bind ${own} ${seen}`).join(' && ');
  const disk = [
    'for word; do case $word in --root-dir=*) root=${word#--root-dir=};; esac; done',
    'mkdir -p $root && mount -t tmpfs -o size=64m,mode=750 none $root',
  ].join('; ');
  return ['sh', '-c', `${enter} && exec unshare -m sh -c '${show} && ${disk} && exec "$@"' sh "$@"`, 'sh'];
}

const rightless =
  process.getuid?.() !== 0 || spawnSync('unshare', ['-m', 'true']).status !== 0 ? 'needs root and namespaces' : '';

t.test(
  'pressure of memory, disk and process ids is reported, and its end too (NSTAT-021, NSTAT-022, NSTAT-023, NSTAT-026)',
  rightless === '' ? {} : { skip: rightless },
  async (t) => {
    const group = await makeGroup();
    if (group === undefined) {
      await t.test('pressure', { skip: 'control groups cannot be made here' }, () => {});
      return;
    }
    t.teardown(() => removed(group));
    const system = await startNodeSystem({
      vendor: 'orch',
      nodeName: 'n1',
      containers: [],
      configuration: [
        'nodeStatusUpdateFrequency: 1s',
        'evictionHard: { memory.available: 150Mi, nodefs.available: 30%, pid.available: "40" }',
        'evictionPressureTransitionPeriod: 1s',
      ],
      agentPrefix: prefix(group),
    });
    t.teardown(() => system.remove());
    const client = await createClient({ kubeconfig: system.server.kubeconfig });
    t.teardown(() => client.close());
    const nodes = client.resource<Node>({ group: '', version: 'v1', resource: 'nodes' });
    const condition = (type: string, status: string): Promise<NodeCondition> =>
      until(async () => {
        const found = (await nodes.get('n1')).status?.conditions?.find((one) => one.type === type);
        return found?.status === status ? found : undefined;
      }, `${type} ${status}`);

    await condition('Ready', 'True');
    t.equal((await nodes.get('n1')).status?.capacity?.['memory'], '512Mi', 'the limit is what the node has');
    for (const type of ['MemoryPressure', 'DiskPressure', 'PIDPressure']) await condition(type, 'False');

    // The agent's disk is mounted in its mount namespace only, which is reached through /proc/PID/root.
    const big = join('/proc', String(system.agent.process.pid), 'root', system.folder, 'agent', 'big');
    await writeFile(big, Buffer.alloc(50 * mebibyte));
    t.match(await condition('DiskPressure', 'True'), { reason: 'KubeletHasDiskPressure' });
    await rm(big);
    t.match(await condition('DiskPressure', 'False'), { reason: 'KubeletHasNoDiskPressure' });

    const crowd = inside(t, group, 'for i in $(seq 70); do sleep 300 & done; wait');
    t.match(await condition('PIDPressure', 'True'), { reason: 'KubeletHasInsufficientPID' });
    await ended(crowd);
    t.match(await condition('PIDPressure', 'False'), { reason: 'KubeletHasSufficientPID' });

    const hog = inside(
      t,
      group,
      `exec ${process.execPath} -e 'b = Buffer.alloc(${320 * mebibyte}, 1); setInterval(() => b[0]++, 1e6)'`,
    );
    t.match(await condition('MemoryPressure', 'True'), { reason: 'KubeletHasInsufficientMemory' });
    await ended(hog);
    t.match(await condition('MemoryPressure', 'False'), { reason: 'KubeletHasSufficientMemory' });
    t.match(await condition('Ready', 'True'), { reason: 'KubeletReady' }, 'pressure takes no readiness');
  },
);

/** Runs a script in the group, in a process group of its own. */
function inside(t: Test, { views }: Group, script: string): ChildProcess {
  const enter = views.map(([, own]) => `echo $$ > ${own}/cgroup.procs`).join('; ');
  const child = spawn('sh', ['-c', `${enter}; ${script}`], { stdio: 'ignore', detached: true });
  t.teardown(() => ended(child));
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGKILL');
  await gone;
}

/** A group goes when its last process is gone. */
async function removed(group: Group): Promise<void> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    await group.remove();
    if (group.views.every(([, own]) => !existsSync(own))) return;
    await sleep(50);
  }
}

async function until<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  for (let attempts = 0; attempts < 3_000; attempts += 1) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    await sleep(50);
  }
  throw new Error(`never: ${what}`);
}
