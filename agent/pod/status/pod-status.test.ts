// Statuses of pods: phases, conditions, states and reasons as users of this interface know them; and the patch that is sent.

import t from 'tap';
import type { Pod, PodSpec, PodStatus } from '../object/pod.ts';
import type { SeenContainer, SeenPod } from '../seen/seen-pod.ts';
import { podStatus, type StatusFacts } from './pod-status.ts';
import { statusPatch } from './status-writer.ts';

const now = Date.UTC(2026, 0, 1);
const pod = (spec: PodSpec, status?: PodStatus): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', uid: 'u', generation: 3 },
  spec,
  ...(status === undefined ? {} : { status }),
});
const run = (name: string, fields: Partial<SeenContainer> = {}): SeenContainer => ({
  id: `${name}-id`,
  sandboxId: 's',
  name,
  state: 'running',
  restartCount: 0,
  hash: '',
  image: 'i:1',
  imageId: 'sha',
  createdAt: now,
  startedAt: now,
  finishedAt: 0,
  exitCode: 0,
  reason: '',
  message: '',
  ...fields,
});
const exited = (name: string, exitCode: number): SeenContainer =>
  run(name, { state: 'exited', exitCode, finishedAt: now, reason: exitCode === 0 ? 'Completed' : 'Error' });
const seen = (...containers: SeenContainer[]): SeenPod => ({
  sandboxes: [{ id: 's', ready: true, attempt: 0, createdAt: now, ips: ['10.0.0.2'] }],
  containers,
});
const statusOf = (one: Pod, shown: SeenPod, more: Partial<StatusFacts> = {}): PodStatus =>
  podStatus({
    pod: one,
    seen: shown,
    before: one.status ?? {},
    runtimeName: 'containerd',
    failures: new Map(),
    resize: { conditions: [], actual: () => undefined },
    probes: { readiness: () => true, startup: () => true },
    ended: false,
    hostIps: ['192.0.2.1'],
    lastIps: [],
    override: undefined,
    now,
    ...more,
  });
const condition = (status: PodStatus, type: string) => status.conditions?.find((one) => one.type === type);
const app = { name: 'app', image: 'i:1' };

t.test('a new pod is pending, its containers being created', async (t) => {
  const status = statusOf(pod({ containers: [app] }), { sandboxes: [], containers: [] });
  t.match(status, {
    phase: 'Pending',
    observedGeneration: 3,
    startTime: '2026-01-01T00:00:00Z',
    qosClass: 'BestEffort',
    hostIP: '192.0.2.1',
    containerStatuses: [
      { name: 'app', ready: false, started: false, state: { waiting: { reason: 'ContainerCreating' } } },
    ],
  });
  t.notOk(Object.hasOwn(status, 'podIP'));
  t.match(condition(status, 'PodReadyToStartContainers'), { status: 'False' });
  t.match(condition(status, 'Ready'), {
    status: 'False',
    reason: 'ContainersNotReady',
    message: 'containers with unready status: [app]',
    observedGeneration: 3,
  });
});

t.test('a running pod is ready, with its addresses', async (t) => {
  const status = statusOf(pod({ containers: [app] }), seen(run('app')));
  t.match(status, { phase: 'Running', podIP: '10.0.0.2', podIPs: [{ ip: '10.0.0.2' }] });
  t.match(status.containerStatuses, [{ ready: true, containerID: 'containerd://app-id', imageID: 'sha' }]);
  t.match(condition(status, 'Ready'), { status: 'True' });
  t.notOk(Object.hasOwn(condition(status, 'Ready') ?? {}, 'reason'));
});

t.test('probes decide on started and ready, and readiness gates on the pod', async (t) => {
  const notStarted = { readiness: () => true, startup: () => undefined };
  t.match(statusOf(pod({ containers: [app] }), seen(run('app')), { probes: notStarted }).containerStatuses, [
    { started: false, ready: false },
  ]);
  const gated = pod({ containers: [app], readinessGates: [{ conditionType: 'example.test/ok' }] });
  t.match(condition(statusOf(gated, seen(run('app'))), 'Ready'), { status: 'False', reason: 'ReadinessGatesNotReady' });
  const open = pod(
    { containers: [app], readinessGates: [{ conditionType: 'example.test/ok' }] },
    {
      conditions: [{ type: 'example.test/ok', status: 'True' }],
    },
  );
  const status = statusOf(open, seen(run('app')));
  t.match(condition(status, 'Ready'), { status: 'True' });
  t.match(condition(status, 'example.test/ok'), { status: 'True' }, 'that of another stays');
});

t.test('how a pod ends depends on its policy and exit codes', async (t) => {
  for (const [restartPolicy, codes, ended, phase] of [
    ['Never', [0, 0], false, 'Succeeded'],
    ['Never', [0, 1], false, 'Failed'],
    ['OnFailure', [0, 0], false, 'Succeeded'],
    ['OnFailure', [0, 1], false, 'Running'],
    ['Always', [0, 0], false, 'Running'],
    ['Always', [0, 0], true, 'Succeeded'],
    ['Always', [0, 137], true, 'Failed'],
  ] as const) {
    const one = pod({ restartPolicy, containers: [{ name: 'a' }, { name: 'b' }] });
    const status = statusOf(one, seen(exited('a', codes[0]), exited('b', codes[1])), { ended });
    t.equal(status.phase, phase, `${restartPolicy} ${codes.join(' ')} ${ended}`);
  }
});

t.test('a pod that has ended never runs again, whatever the runtime shows', async (t) => {
  const one = pod({ restartPolicy: 'Never', containers: [app] }, { phase: 'Failed', reason: 'Evicted', message: 'm' });
  t.match(statusOf(one, seen(run('app'))), { phase: 'Failed', reason: 'Evicted', message: 'm' });
});

t.test('a container that fails again and again waits, and shows its last end', async (t) => {
  const message = 'back-off 10s restarting failed container=app pod=p_default(u)';
  const failures = new Map([['app', { reason: 'CrashLoopBackOff', message }]]);
  const shown = seen({ ...exited('app', 3), restartCount: 2 }, exited('app', 4));
  const [status] = statusOf(pod({ containers: [app] }), shown, { failures }).containerStatuses ?? [];
  t.match(status, {
    restartCount: 2,
    state: { waiting: { reason: 'CrashLoopBackOff', message } },
    lastState: { terminated: { exitCode: 3, reason: 'Error' } },
  });
});

t.test('a container that the runtime has lost is reported as terminated, once', async (t) => {
  const before = statusOf(pod({ containers: [app] }), seen(run('app')));
  const lost = statusOf(pod({ containers: [app] }, before), seen(), { before });
  t.match(lost.containerStatuses, [
    { restartCount: 1, lastState: { terminated: { exitCode: 137, reason: 'ContainerStatusUnknown' } } },
  ]);
  t.equal(lost.phase, 'Running');
});

t.test('initial containers hold the pod back, and have their own order', async (t) => {
  const one = pod({ initContainers: [{ name: 'z' }, { name: 'a' }], containers: [app] });
  const status = statusOf(one, seen(exited('z', 0)));
  t.strictSame(
    status.initContainerStatuses?.map(({ name, ready }) => [name, ready]),
    [
      ['z', true],
      ['a', false],
    ],
  );
  t.match(status, { phase: 'Pending', containerStatuses: [{ state: { waiting: { reason: 'PodInitializing' } } }] });
  t.match(condition(status, 'Initialized'), {
    status: 'False',
    reason: 'ContainersNotInitialized',
    message: 'containers with incomplete status: [a]',
  });
});

t.test('the time of a condition changes with its status alone', async (t) => {
  const first = statusOf(pod({ containers: [app] }), seen());
  const later = now + 60_000;
  const second = statusOf(pod({ containers: [app] }), seen(run('app')), { before: first, now: later });
  t.equal(condition(second, 'Ready')?.lastTransitionTime, '2026-01-01T00:01:00Z');
  t.equal(condition(second, 'PodScheduled')?.lastTransitionTime, '2026-01-01T00:00:00Z');
});

t.test('conditions of other writers are never written, and a temporary one of the agent is removed', async (t) => {
  const theirs = { type: 'example.test/gate', status: 'True' };
  const before: PodStatus = { conditions: [theirs, { type: 'PodResizePending', status: 'True' }] };
  t.strictSame(statusPatch(before, { conditions: [{ ...theirs, status: 'False' }] }), {
    conditions: [{ type: 'PodResizePending', $patch: 'delete' }],
  });
});

t.test('the patch has only changes, removes fields that a condition lost, and replaces addresses', async (t) => {
  const before: PodStatus = {
    phase: 'Pending',
    reason: 'x',
    podIPs: [{ ip: '10.0.0.1' }],
    conditions: [{ type: 'Ready', status: 'False', reason: 'r', message: 'm' }],
  };
  t.equal(statusPatch(before, before), undefined);
  t.strictSame(
    statusPatch(before, {
      phase: 'Running',
      podIPs: [{ ip: '10.0.0.2' }],
      conditions: [{ type: 'Ready', status: 'True' }],
    }),
    {
      phase: 'Running',
      podIPs: [{ ip: '10.0.0.2' }, { $patch: 'replace' }],
      conditions: [{ type: 'Ready', status: 'True', reason: null, message: null }],
      reason: null,
    },
  );
});
