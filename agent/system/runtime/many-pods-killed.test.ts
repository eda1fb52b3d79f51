// Pods whose agent and runtime are killed at random: each pod's own record tells how often it ran, whether it ever ran twice at once,
// and when all are deleted nothing is left of them. ORCHKIT_KILLED_PODS=50 and ORCHKIT_KILL_SECONDS=180 make it whole.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import type { Pod } from '../../pod/object/pod.ts';
import { container, phase, podScene, shell } from '../../../fixtures/agent/pod-scene.fixture.ts';
import { Dice } from '../../../fixtures/history/dice.ts';
import { mountedOf, networkNamespaces, podLeftovers, shimsOf } from '../../../fixtures/host/pod-leftovers.ts';
import { seedOfRun } from '../../../fixtures/shared/explore.fixture.ts';
import { containersMissing, networkMissing } from '../../../fixtures/process/containerd-process.ts';

t.setTimeout(1_800_000);
const missing = containersMissing() ?? networkMissing();
const podCount = Number(process.env['ORCHKIT_KILLED_PODS'] ?? 10);
const killSeconds = Number(process.env['ORCHKIT_KILL_SECONDS'] ?? 12);
/** Of a run that a kill of the runtime cut off before its program began. */
const neverBegan = '1970-01-01T00:00:00Z';

const kinds = ['app', 'init', 'sidecar', 'job', 'once'] as const;
type Kind = (typeof kinds)[number];

/** Notes that a run began. `own` notes, in a run that is still there, that another one has begun since. */
const noted = (name: string, rest: string): ReturnType<typeof shell> => {
  const owner = `/marks/${name}.owner`;
  const begin = `read id < /proc/sys/kernel/random/uuid; echo $id > ${owner}; echo start $(/bin/busybox date +%s) >> /marks/${name}`;
  return shell(`${begin}; own() { read now < ${owner}; [ "$now" = $id ] || echo TWICE >> /marks/${name}; }; ${rest}`);
};
const waits = 'trap "exit 0" TERM; while :; do /bin/busybox sleep 1; own; done';

t.test('pods outlive kills, each runs once, and nothing is left of them', { skip: missing ?? false }, async (t) => {
  const bridge = 'orchmany0';
  const marks = await mkdtemp(join(tmpdir(), 'marks-'));
  t.teardown(() => rm(marks, { recursive: true, force: true }));
  const configuration = ['runtimeRequestTimeout: 20s'];
  const scene = await podScene(t, { bridge, subnet: '10.244.88.0/24' }, configuration);
  const { system, containerd, pods, make, until, gone } = scene;
  // Those that the runtime has lost.
  t.teardown(async () => {
    for (const pid of (await shimsOf(scene.folder)).keys()) process.kill(pid, 'SIGKILL');
  });
  const volumes = [{ name: 'marks', hostPath: { path: marks } }];
  const mounted = { volumeMounts: [{ name: 'marks', mountPath: '/marks' }] };
  const wanted = new Map<string, Kind>();
  const uids = new Set<string>();
  const add = async (at: number): Promise<void> => {
    const kind = kinds[at % kinds.length] ?? 'app';
    const name = `${kind}-${at}`;
    const before = {
      init: [container('first', noted(`${name}.first`, 'exit 0'), mounted)],
      sidecar: [container('side', noted(`${name}.side`, waits), mounted, { restartPolicy: 'Always' })],
    };
    const pod = await make(name, {
      terminationGracePeriodSeconds: 1,
      volumes,
      ...(kind === 'job' || kind === 'once' ? { restartPolicy: 'OnFailure' } : {}),
      ...(kind === 'init' || kind === 'sidecar' ? { initContainers: before[kind] } : {}),
      containers: [
        container(
          'app',
          noted(name, kind === 'job' || kind === 'once' ? `sleep 2; own; echo done >> /marks/${name}` : waits),
          mounted,
        ),
      ],
    });
    wanted.set(name, kind);
    uids.add(pod.metadata.uid ?? '');
  };
  for (let at = 0; at < podCount; at += 1) await add(at);
  const namespaces = new Set<string>();
  const dice = new Dice(seedOfRun());
  const end = Date.now() + killSeconds * 1000;
  const agentKills: number[] = [];
  const runtimeKills: number[] = [];
  for (let at = podCount; Date.now() < end; at += 1) {
    await sleep(dice.below(3_000));
    for (const path of await networkNamespaces(scene.folder)) namespaces.add(path);
    // At first the agent alone: what it starts then runs once, whatever becomes of the agent.
    if (Date.now() < end - killSeconds * 500 || dice.below(10) < 5) {
      await system.agent.kill();
      agentKills.push(Date.now() / 1000);
      await sleep(dice.below(1_000));
      system.agent = await system.startAgent();
    } else {
      await containerd.kill();
      runtimeKills.push(Date.now() / 1000);
      await sleep(dice.below(1_500));
      await containerd.start();
    }
    if (dice.below(3) > 0) continue;
    const victim = [...wanted.keys()][dice.below(wanted.size)];
    if (victim === undefined) continue;
    wanted.delete(victim);
    await pods.delete(victim);
    await add(at);
  }
  t.comment(`killed: agent ${agentKills.length}, runtime ${runtimeKills.length}; pods ${uids.size}`);
  for (const [name, kind] of wanted) {
    const ended = kind === 'job' || kind === 'once' ? 'Succeeded' : 'Running';
    const pod = await until(name, ended, phase(ended));
    for (const [mark, status] of statusesOf(name, pod)) {
      const lines = (await readFile(join(marks, mark), 'utf8')).split('\n');
      const count = (line: string): number => lines.filter((one) => one === line).length;
      const starts = lines.flatMap((line) => /^start (\d+)$/.exec(line)?.[1] ?? []).map(Number);
      t.equal(count('TWICE'), 0, `${mark}: two runs at once`);
      t.not(starts.length, 0, `${mark} ran`);
      // Killed while it starts a container or notes its end, the runtime does not know what became of the run. And a caller that
      // is gone makes it give up a start: a run that it says never began.
      const last = status.lastState.terminated;
      const near = (kills: readonly number[], at: number): boolean =>
        kills.some((kill) => kill > at - 1 && kill < at + 4);
      const isCut = (at: number): boolean =>
        near(runtimeKills, at) || (last?.startedAt === neverBegan && near(agentKills, at));
      t.ok(
        starts.slice(0, -1).every(isCut),
        `${mark} ran again: ${starts.join()}; runtime killed ${runtimeKills.join()}`,
      );
      if (ended === 'Running') {
        t.ok(last === undefined || last.startedAt === neverBegan, `${mark} was restarted: ${JSON.stringify(last)}`);
      } else t.ok(count('done') >= 1, `${mark} came to its end`);
    }
  }
  for (const path of await networkNamespaces(scene.folder)) namespaces.add(path);
  for (const name of wanted.keys()) await pods.delete(name);
  for (const name of wanted.keys()) await gone(name);
  const traces = {
    endpoint: containerd.endpoint,
    runtimeFolder: scene.folder,
    bridge,
    agentFolder: join(system.folder, 'agent'),
    logFolder: join(system.folder, 'logs'),
    uids,
  };
  let left: readonly string[] = [];
  // The agent looks for leftovers once a minute, and removes what it saw twice.
  for (let waited = 0; waited < 200; waited += 1) {
    left = [...(await podLeftovers(traces)), ...(await mountedOf(namespaces))];
    if (left.length === 0) break;
    await sleep(1_000);
  }
  t.strictSame(left, [], 'nothing is left');
});

/** Of each container: the name of its record, and its status. */
function statusesOf(name: string, { status }: Pod) {
  const own = status?.containerStatuses ?? [];
  const before = status?.initContainerStatuses ?? [];
  return [...own.map((one) => [name, one] as const), ...before.map((one) => [`${name}.${one.name}`, one] as const)];
}
