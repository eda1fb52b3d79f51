// In-place resize: granted, deferred and refused requests, the calls of the runtime, and what survives a restart of the agent.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { formatTime } from '../../../shared/object/time.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { ContainerResources } from '../../cri/pod-runtime.ts';
import { RuntimeError } from '../../cri/runtime.ts';
import type { PodHost } from '../container/pod-host.ts';
import type { Container, Pod, Resources } from '../object/pod.ts';
import type { SeenContainer, SeenPod } from '../seen/seen-pod.ts';
import { allocationOf, isSameAmount, withAllocation } from './allocation.ts';
import { PodResize } from './pod-resize.ts';
import { inOrder, othersBefore } from './resize-order.ts';
import { infeasible, type ResizeRefusal } from './resize-verdict.ts';

const amounts = (cpu: string, memory: string): Resources => ({ requests: { cpu, memory }, limits: { cpu, memory } });
const podOf = (resources: Resources, more: Partial<Container> = {}, generation = 1): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'default', uid: 'u', generation },
  spec: { containers: [{ name: 'app', resources, ...more }] },
});
const seen = (id = 'app-0', state: SeenContainer['state'] = 'running'): SeenPod => ({
  sandboxes: [],
  containers: [{ id, name: 'app', state } as SeenContainer],
});
const signal = new AbortController().signal;
const began = Date.UTC(2026, 0, 1);

async function scene(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), 'resize-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const told: (readonly [string, ContainerResources])[] = [];
  const events: string[] = [];
  const state: { refusal?: ResizeRefusal; fault?: Error; used: number } = { used: 0 };
  const host = {
    rootDirectory: folder,
    log: silentLog,
    clock: new FakeClock(began),
    limits: { memory: 2 ** 34, pageSizes: [], hasSwapLimits: false, isUnified: false },
    cgroup: async () => ({ driver: 'systemd', vendor: vendorOf('orch'), pidsLimit: -1, quota: true }),
    runtime: { containerUsage: async () => [{ id: 'app-0', memory: { at: 0, usageBytes: state.used } }] },
    podRuntime: {
      updateResources: async (id: string, resources: ContainerResources) => {
        if (state.fault !== undefined) throw state.fault;
        told.push([id, resources]);
      },
    },
    tell: (_pod: Pod, _container: unknown, _type: string, reason: string, message: string) =>
      void events.push(`${reason} ${message}`),
  } as unknown as PodHost;
  const make = (): PodResize => new PodResize({ host, refusal: () => state.refusal });
  return { folder, told, events, state, make };
}

t.test(
  'a granted resize is sent to the runtime, and its condition stays until the runtime has applied it',
  async (t) => {
    const { told, events, make } = await scene(t);
    const resize = make();
    const [before, wanted] = [podOf(amounts('100m', '64Mi')), podOf(amounts('200m', '128Mi'), {}, 2)];
    await resize.begin(before);
    await resize.review(before, seen());
    t.strictSame([resize.conditions, await resize.apply(before, seen(), signal)], [[], 'nothing']);
    await resize.review(wanted, seen());
    const progress = { type: 'PodResizeInProgress', observedGeneration: 2, status: 'True' };
    t.strictSame(resize.conditions, [{ ...progress, lastProbeTime: formatTime(began) }]);
    t.equal(resize.allocated(wanted), wanted);
    t.strictSame(resize.actual('app-0'), amounts('100m', '64Mi'), 'it has what it had');
    t.equal(await resize.apply(wanted, seen(), signal), 'done');
    t.equal(resize.actual('app-0'), undefined);
    t.match(told, [['app-0', { cpuShares: 204, cpuQuota: 20_000, memoryLimitInBytes: 128 * 1024 * 1024 }]]);
    t.strictSame(events, []);
    await resize.review(wanted, seen());
    t.strictSame(resize.conditions, []);
    const shown = JSON.stringify({ containers: [{ name: 'app', resources: amounts('200m', '128Mi') }] });
    t.strictSame(events, [`ResizeCompleted Pod resize completed: ${shown}`]);
    t.equal(await resize.apply(wanted, seen(), signal), 'nothing');
  },
);

t.test('a resize that cannot be granted changes nothing, and is granted later', async (t) => {
  const { told, state, make } = await scene(t);
  const resize = make();
  const [before, wanted] = [podOf(amounts('100m', '64Mi')), podOf(amounts('2', '64Mi'), {}, 2)];
  await resize.begin(before);
  state.refusal = { reason: 'Deferred', message: 'no room' };
  await resize.review(wanted, seen());
  const pending = { type: 'PodResizePending', observedGeneration: 2, status: 'True' };
  t.strictSame(resize.conditions, [
    { ...pending, reason: 'Deferred', message: 'no room', lastProbeTime: formatTime(began) },
  ]);
  t.equal(resize.isDeferred, true);
  t.strictSame(resize.allocated(wanted).spec, before.spec);
  t.equal(await resize.apply(resize.allocated(wanted), seen(), signal), 'nothing');
  delete state.refusal;
  await resize.review(wanted, seen());
  t.match(resize.conditions, [{ type: 'PodResizeInProgress' }]);
  t.equal(resize.isDeferred, false);
  await resize.apply(wanted, seen(), signal);
  t.equal(told.length, 1);
  await resize.review(before, seen());
  await resize.apply(before, seen(), signal);
  t.match(told[1], ['app-0', { cpuQuota: 10_000 }], 'and back');
});

t.test('what was promised and what was not told yet outlive the agent', async (t) => {
  const { folder, told, state, make } = await scene(t);
  const [before, wanted] = [podOf(amounts('100m', '64Mi')), podOf(amounts('2', '64Mi'))];
  const first = make();
  await first.begin(before);
  state.refusal = { reason: 'Deferred', message: 'no room' };
  const second = make();
  await second.recall(wanted);
  t.strictSame(second.allocated(wanted).spec, before.spec, 'a request is not an allocation');
  delete state.refusal;
  await second.review(wanted, seen());
  const third = make();
  await third.recall(wanted);
  await third.review(wanted, seen());
  t.match(third.conditions, [{ type: 'PodResizeInProgress' }], 'it was not told yet');
  t.equal(await third.apply(wanted, seen(), signal), 'done');
  t.equal(told.length, 1);
  const fourth = make();
  await fourth.recall(wanted);
  await fourth.review(wanted, seen());
  t.strictSame(fourth.conditions, []);
  await writeFile(join(folder, 'pods', 'u', 'resources.json'), '{"allocated":');
  const fifth = make();
  await fifth.recall(wanted);
  t.equal(fifth.allocated(wanted), wanted, 'a damaged record is as none');
  await make().recall(podOf(amounts('1', '1Mi')));
  t.match(await readFile(join(folder, 'pods', 'u', 'resources.json'), 'utf8'), /allocated/);
});

t.test('a runtime that refuses is asked again, and memory in use is not taken away', async (t) => {
  const { told, state, make } = await scene(t);
  const resize = make();
  const [before, wanted] = [podOf(amounts('100m', '64Mi')), podOf(amounts('100m', '32Mi'))];
  await resize.begin(before);
  await resize.review(wanted, seen());
  state.used = 40 * 1024 * 1024;
  t.equal(await resize.apply(wanted, seen(), signal), 'failed');
  const message =
    'cannot decrease memory limits: attempting to set container "app" memory limit (33554432) below current usage (41943040)';
  t.match(resize.conditions, [{ type: 'PodResizeInProgress', reason: 'Error', message }]);
  state.used = 1024;
  state.fault = new RuntimeError('failed', 'not today');
  t.equal(await resize.apply(wanted, seen(), signal), 'failed');
  t.match(resize.conditions, [{ reason: 'Error', message: 'not today' }]);
  t.strictSame(resize.actual('app-0'), amounts('100m', '64Mi'));
  delete state.fault;
  t.equal(await resize.apply(wanted, seen(), signal), 'done');
  t.equal(told.length, 1);
});

t.test(
  'a container whose pod wants that starts anew for another amount, and is not changed while it runs',
  async (t) => {
    const { told, events, make } = await scene(t);
    const resizePolicy = [{ resourceName: 'memory', restartPolicy: 'RestartContainer' }];
    const before = podOf(amounts('100m', '64Mi'), { resizePolicy });
    const [more, both] = [
      podOf(amounts('200m', '64Mi'), { resizePolicy }),
      podOf(amounts('200m', '96Mi'), { resizePolicy }),
    ];
    const resize = make();
    await resize.begin(before);
    await resize.review(more, seen());
    t.equal(resize.restarts(more, seen(), 'app-0'), false, 'the policy is about memory');
    await resize.apply(more, seen(), signal);
    await resize.review(both, seen());
    t.equal(resize.restarts(both, seen(), 'app-0'), true);
    t.equal(await resize.apply(both, seen(), signal), 'nothing');
    t.equal(told.length, 1);
    await resize.review(both, seen('app-1'));
    t.equal(resize.restarts(both, seen('app-1'), 'app-1'), false, 'the new run began with it');
    t.strictSame([resize.conditions, events.length], [[], 1], 'both wishes are completed at once');
  },
);

t.test('amounts count, not how they are written, and only those of containers that stay', async (t) => {
  t.equal(isSameAmount(amounts('1', '1Gi'), amounts('1000m', '1024Mi')), true);
  t.equal(isSameAmount({ requests: { cpu: '1' } }, { limits: { cpu: '1' } }), false);
  const pod = podOf(amounts('1', '1Gi'));
  t.equal(withAllocation(podOf(amounts('1000m', '1024Mi')), allocationOf(pod)).spec?.containers?.length, 1);
  const initContainers = [
    { name: 'once', resources: amounts('1', '1Gi') },
    { name: 'beside', restartPolicy: 'Always', resources: amounts('1', '1Gi') },
  ];
  t.strictSame([...allocationOf({ ...pod, spec: { ...pod.spec, initContainers } }).keys()], ['beside', 'app']);
});

t.test('what the whole node does not have is never granted', async (t) => {
  const node = { cpu: '2', memory: '1Gi' };
  t.equal(infeasible(podOf(amounts('2', '1Gi')), node), undefined);
  t.strictSame(infeasible(podOf(amounts('3', '1Gi')), node), {
    reason: 'Infeasible',
    message: "Node didn't have enough capacity: cpu, requested: 3000, capacity: 2000",
  });
  t.match(infeasible(podOf(amounts('3', '2Gi')), node)?.message, /memory, requested: 2147483648, capacity: 1073741824/);
});

const waitingPod = (uid: string, cpu: string, more: { priority?: number; since?: string; limited?: boolean } = {}) => {
  const { priority = 0, since, limited = false } = more;
  const pod = podOf(limited ? amounts(cpu, '1Mi') : { requests: { cpu } });
  const pending = { type: 'PodResizePending', status: 'True', reason: 'Deferred' } as const;
  const conditions = since === undefined ? [] : [{ ...pending, lastTransitionTime: since }];
  return {
    uid,
    pod: { ...pod, metadata: { ...pod.metadata, uid }, spec: { ...pod.spec, priority }, status: { conditions } },
  };
};

t.test('what waits is served by priority, then by class, then by how long it has waited', (t) => {
  const waiting = [
    waitingPod('asks-now', '1'),
    waitingPod('late', '1', { since: '2026-01-01T00:00:02Z' }),
    waitingPod('early', '1', { since: '2026-01-01T00:00:01Z' }),
    waitingPod('guaranteed', '1', { since: '2026-01-01T00:00:03Z', limited: true }),
    waitingPod('important', '1', { since: '2026-01-01T00:00:04Z', priority: 5 }),
    waitingPod('least', '1', { since: '2026-01-01T00:00:00Z', priority: -1 }),
  ];
  const order = ['important', 'guaranteed', 'early', 'late', 'asks-now', 'least'];
  t.strictSame(
    inOrder(waiting).map(({ uid }) => uid),
    order,
  );
  t.strictSame(
    inOrder(waiting.toReversed()).map(({ uid }) => uid),
    order,
  );
  t.end();
});

t.test('a pod is granted what those before it leave, and one that does not fit keeps nothing back', (t) => {
  const cpuOf = (pod: Pod): number => Number(pod.spec?.containers?.[0]?.resources?.requests?.['cpu']);
  const fits = (pod: Pod, others: readonly Pod[]): boolean =>
    others.reduce((sum, one) => sum + cpuOf(one), cpuOf(pod)) <= 6;
  const now = new Map(['a', 'b', 'c'].map((uid) => [uid, waitingPod(uid, '1').pod]));
  const waiting = [
    waitingPod('a', '3', { since: '2026-01-01T00:00:01Z' }),
    waitingPod('b', '9', { since: '2026-01-01T00:00:02Z' }),
    waitingPod('c', '3', { since: '2026-01-01T00:00:03Z' }),
  ];
  const seenBy = (uid: string): readonly number[] => othersBefore(waiting, uid, now, fits).map(cpuOf);
  t.strictSame(seenBy('a'), [1, 1], 'the first sees all as they are');
  t.strictSame(seenBy('b'), [3, 1]);
  t.strictSame(seenBy('c'), [3, 1], 'and what does not fit stays as it is');
  t.end();
});
