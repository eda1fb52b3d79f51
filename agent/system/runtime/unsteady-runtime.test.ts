// A runtime that hangs, restarts, forgets and lies while pods run on it: the agent waits, says so, and loses nothing; nothing runs twice.

import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { phase } from '../../../fixtures/agent/pod-clients.fixture.ts';
import { simulatedImage, simulatedPods, simulatedPodsMissing } from '../../../fixtures/agent/simulated-pods.fixture.ts';
import type { Container, Pod } from '../../pod/object/pod.ts';

t.setTimeout(600_000);
const missing = simulatedPodsMissing();
const options = missing === undefined ? {} : { skip: missing };

const container = (name = 'app', more: Partial<Container> = {}): Container => ({
  name,
  image: simulatedImage,
  imagePullPolicy: 'IfNotPresent',
  ...more,
});
const isReady = (pod: Pod): boolean =>
  (pod.status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True');
const restarts = (count: number) => (pod: Pod) =>
  isReady(pod) && pod.status?.containerStatuses?.[0]?.restartCount === count;

async function untilTrue(t: Test, what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 600; waited += 1) {
    if (await holds()) return;
    await sleep(100);
  }
  t.fail(what);
}

t.test('a runtime that hangs holds up only what needs it, and that goes on when it answers', options, async (t) => {
  const { runtime, pods, make, until, gone, reasons, runs } = await simulatedPods(t, 'orch', [
    'runtimeRequestTimeout: 1s',
  ]);
  await make('before', { containers: [container()] });
  await until('before', 'is ready', isReady);
  const { faults } = runtime.simulator;
  faults.hang = new Set(['runPodSandbox']);
  await make('during', { containers: [container()] });
  await untilTrue(t, 'the event', async () => (await reasons('during')).includes('FailedCreatePodSandBox'));
  t.equal((await pods.get('during')).status?.phase, 'Pending');
  t.ok(isReady(await pods.get('before')), 'the other is as it was');
  // The end of its sandbox would end the container as well.
  faults.hang = new Set(['stopContainer', 'stopPodSandbox']);
  await until('during', 'runs', isReady);
  await pods.delete('before', { gracePeriodSeconds: 1 });
  await untilTrue(t, 'the event', async () => (await reasons('before')).includes('FailedKillPod'));
  t.ok((await pods.get('before')).metadata.deletionTimestamp, 'a pod that may still run is not gone');
  faults.hang = undefined;
  await gone('before');
  t.equal(runs('during').length, 1);
});

t.test('a runtime that restarts keeps what runs, and what ended meanwhile is started again', options, async (t) => {
  const { runtime, make, until, restart, runs } = await simulatedPods(t, 'kubernetes');
  for (const name of ['stays', 'ends']) await make(name, { containers: [container()] });
  for (const name of ['stays', 'ends']) await until(name, 'is ready', isReady);
  await restart(true, () => {
    for (const { id } of runs('ends')) runtime.simulator.state.stopContainer(id, 3);
  });
  const { status } = await until('ends', 'runs again', restarts(1));
  t.match(status?.containerStatuses, [{ lastState: { terminated: { exitCode: 3, reason: 'Error' } } }]);
  t.strictSame(
    runs('stays').map(({ attempt, state }) => [attempt, state]),
    [[0, 'running']],
  );
});

t.test('a runtime that has lost everything runs all of it anew, once', options, async (t) => {
  const { runtime, make, until, restart, runs } = await simulatedPods(t, 'orch');
  await make('lost', { containers: [container('a'), container('b')] });
  await make('job', { restartPolicy: 'Never', containers: [container()] });
  for (const name of ['lost', 'job']) await until(name, 'is ready', isReady);
  await restart(false);
  await until('lost', 'runs again', restarts(1));
  t.strictSame(
    runs('lost').map(({ name, state }) => [name, state]),
    [
      ['a', 'running'],
      ['b', 'running'],
    ],
  );
  const { status } = await until('job', 'is given up', (pod) => phase('Failed')(pod) || runs('job').length > 0);
  t.ok(runs('job').length <= 1, JSON.stringify(status));
  t.equal([...runtime.simulator.state.sandboxes.values()].filter(({ name }) => name === 'lost').length, 1);
});

t.test('a runtime that lies is not believed for long: what was true is shown again', options, async (t) => {
  const { runtime, system, make, until, gone, pods, runs } = await simulatedPods(t, 'kubernetes', [
    'runtimeRequestTimeout: 2s',
  ]);
  await make('true', { containers: [container()] });
  await until('true', 'is ready', isReady);
  const { faults } = runtime.simulator;
  const lies: Readonly<Record<string, NonNullable<typeof faults.spoil>>> = {
    'noise in place of statuses': (name, answer) => (name === 'containerStatus' ? Buffer.from([0xff, 0xff]) : answer),
    'noise in place of lists': (name, answer) => (name.startsWith('list') ? Buffer.from([0x0a, 0x7f, 1]) : answer),
    'no answer at all about sandboxes': (name, answer) => (name === 'podSandboxStatus' ? Buffer.alloc(0) : answer),
    'ids that are empty': (name, answer) => (/^(?:run|create)/.test(name) ? Buffer.alloc(0) : answer),
  };
  for (const [name, spoil] of Object.entries(lies)) {
    faults.spoil = spoil;
    const own = name.replaceAll(' ', '-');
    await make(own, { containers: [container()] });
    await sleep(3_000);
    t.equal(system.agent.process.exitCode, null, name);
    faults.spoil = undefined;
    await until(own, 'runs when the runtime is honest again', isReady);
    await until('true', 'is ready', isReady);
    t.equal(runs('true').filter(({ state }) => state === 'running').length, 1, `${name}: once`);
    t.equal(runs(own).filter(({ state }) => state === 'running').length, 1, `${name}: the new one once`);
    await pods.delete(own, { gracePeriodSeconds: 1 });
    await gone(own);
  }
});

t.test('resources change while a container runs, or by a new run where its pod wants that', options, async (t) => {
  const { runtime, pods, make, until, reasons, runs } = await simulatedPods(t, 'orch');
  const amounts = (cpu: string, memory: string) => ({ requests: { cpu, memory }, limits: { cpu, memory } });
  const resize = (name: string, cpu: string, memory: string): Promise<Pod> =>
    pods.patch(
      name,
      'strategic',
      { spec: { containers: [{ name: 'app', resources: amounts(cpu, memory) }] } },
      { subresource: 'resize' },
    );
  const has = (cpu: string) => (pod: Pod) =>
    pod.status?.containerStatuses?.[0]?.resources?.limits?.['cpu'] === cpu &&
    !(pod.status.conditions ?? []).some(({ type }) => type.startsWith('PodResize'));
  await make('soft', { containers: [container('app', { resources: amounts('100m', '64Mi') })] });
  await until('soft', 'has what it asked for', has('100m'));
  await resize('soft', '200m', '64Mi');
  const { status } = await until('soft', 'has more', has('200m'));
  t.match(status?.containerStatuses, [{ restartCount: 0, allocatedResources: { cpu: '200m' } }]);
  const [run] = runs('soft');
  t.match(runtime.simulator.state.resources.get(run?.id ?? ''), { cpuQuota: 20_000, cpuShares: 204 });
  await untilTrue(t, 'the event', async () => (await reasons('soft')).includes('ResizeCompleted'));

  await resize('soft', '1000', '64Mi');
  const pending = (reason: string) => (pod: Pod) =>
    (pod.status?.conditions ?? []).some((one) => one.type === 'PodResizePending' && one.reason === reason);
  const never = await until('soft', 'never gets that', pending('Infeasible'));
  t.match(
    never.status?.conditions?.find(({ type }) => type === 'PodResizePending')?.message,
    /^Node didn't have enough capacity: cpu, requested: 1000000, capacity: \d+$/,
  );
  t.match(never.status?.containerStatuses, [{ resources: { limits: { cpu: '200m' } } }]);

  const resizePolicy = [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }];
  await make('hard', { containers: [container('app', { resources: amounts('100m', '64Mi'), resizePolicy })] });
  await until('hard', 'has what it asked for', has('100m'));
  await resize('hard', '300m', '64Mi');
  const hard = await until('hard', 'has more', has('300m'));
  t.equal(hard.status?.containerStatuses?.[0]?.restartCount, 1);
});

t.test('a pod that the cluster cannot do without has others end for it', options, async (t) => {
  const { make, until, reasons } = await simulatedPods(t, 'kubernetes', ['maxPods: 2']);
  for (const name of ['one', 'two']) await make(name, { containers: [container()] });
  for (const name of ['one', 'two']) await until(name, 'is ready', isReady);
  await make('three', { containers: [container()] });
  t.match((await until('three', 'is refused', phase('Failed'))).status, { reason: 'OutOfpods' });
  await make('critical', { priorityClassName: 'system-node-critical', containers: [container()] });
  await until('critical', 'is ready', isReady);
  const ended: string[] = [];
  for (const name of ['one', 'two']) {
    const found = await reasons(name);
    if (found.includes('Preempting')) ended.push(name);
  }
  t.equal(ended.length, 1, 'one place is enough');
  const { status } = await until(ended[0] ?? '', 'has ended', phase('Failed'));
  t.match(status, { reason: 'Preempting', message: 'Preempted in order to admit critical pod' });
  t.match(
    status?.conditions?.find(({ type }) => type === 'DisruptionTarget'),
    { status: 'True', reason: 'TerminationByKubelet' },
  );
});
