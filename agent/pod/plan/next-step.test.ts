// The next step of a pod, as a table of scenarios: what is wanted, what the runtime shows, what is to be done.

import t from 'tap';
import type { Container, Pod, PodSpec } from '../object/pod.ts';
import { hashOf, type SeenContainer, type SeenPod, type SeenSandbox } from '../seen/seen-pod.ts';
import { nextStep } from './next-step.ts';
import type { RunFacts } from './step.ts';

const podOf = (spec: PodSpec): Pod => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', uid: 'u' }, spec });
const box = (fields: Partial<SeenSandbox> = {}): SeenSandbox => ({
  id: 's0',
  ready: true,
  attempt: 0,
  createdAt: 1,
  ips: ['10.0.0.2'],
  ...fields,
});
const run = (name: string, fields: Partial<SeenContainer> = {}): SeenContainer => ({
  id: `${name}-0`,
  sandboxId: 's0',
  name,
  state: 'running',
  restartCount: 0,
  hash: hashOf({ name, image: 'i' }),
  image: 'i',
  imageId: 'sha',
  createdAt: 1,
  startedAt: 1,
  finishedAt: 0,
  exitCode: 0,
  reason: '',
  message: '',
  ...fields,
});
const ended = (name: string, exitCode: number): SeenContainer =>
  run(name, { state: 'exited', exitCode, finishedAt: 2 });
const container = (name: string, fields: Partial<Container> = {}): Container => ({ name, image: 'i', ...fields });
const app = container('app');
const sidecar = container('side', { restartPolicy: 'Always' });

interface Scenario {
  readonly title: string;
  readonly spec: PodSpec;
  readonly seen?: Partial<SeenPod>;
  readonly probes?: Readonly<Record<string, boolean>>;
  readonly expected: {
    readonly stopAll?: boolean;
    readonly sandbox?: number;
    readonly kills?: readonly string[];
    readonly starts?: readonly string[];
  };
}

const two = [container('first'), container('second')];
const scenarios: readonly Scenario[] = [
  {
    title: 'a new pod gets a sandbox and all containers',
    spec: { containers: [app, container('b')] },
    expected: { stopAll: true, sandbox: 0, starts: ['app', 'b'] },
  },
  {
    title: 'with initial containers only the first begins',
    spec: { initContainers: two, containers: [app] },
    expected: { stopAll: true, sandbox: 0, starts: ['first'] },
  },
  { title: 'all that runs is kept', spec: { containers: [app] }, seen: { containers: [run('app')] }, expected: {} },
  {
    title: 'a sandbox that ended is replaced, with one more attempt',
    spec: { containers: [app] },
    seen: { sandboxes: [box({ ready: false, attempt: 2 })], containers: [ended('app', 137)] },
    expected: { stopAll: true, sandbox: 3, starts: ['app'] },
  },
  {
    title: 'a sandbox without an address is replaced',
    spec: { containers: [app] },
    seen: { sandboxes: [box({ ips: [] })] },
    expected: { stopAll: true, sandbox: 1, starts: ['app'] },
  },
  {
    title: 'in the network of the host there is no address to wait for',
    spec: { hostNetwork: true, containers: [app] },
    seen: { sandboxes: [box({ ips: [] })] },
    expected: { starts: ['app'] },
  },
  {
    title: 'two sandboxes that are ready are one too many',
    spec: { containers: [app] },
    seen: { sandboxes: [box({ attempt: 1 }), box()] },
    expected: { stopAll: true, sandbox: 2, starts: ['app'] },
  },
  {
    title: 'a pod that never restarts gets no second sandbox',
    spec: { restartPolicy: 'Never', containers: [app] },
    seen: { sandboxes: [box({ ready: false })], containers: [ended('app', 1)] },
    expected: { stopAll: true },
  },
  {
    title: 'a pod that never restarts gets one when nothing of it ever ran',
    spec: { restartPolicy: 'Never', containers: [app] },
    seen: { sandboxes: [box({ ready: false })] },
    expected: { stopAll: true, sandbox: 1, starts: ['app'] },
  },
  {
    title: 'a container that ended is started again',
    spec: { containers: [app] },
    seen: { containers: [ended('app', 0)] },
    expected: { starts: ['app'] },
  },
  {
    title: 'OnFailure: one that succeeded is not',
    spec: { restartPolicy: 'OnFailure', containers: [app, container('b')] },
    seen: { containers: [ended('app', 0), ended('b', 1)] },
    expected: { starts: ['b'] },
  },
  {
    title: 'OnFailure: when all have succeeded the pod ends',
    spec: { restartPolicy: 'OnFailure', containers: [app] },
    seen: { containers: [ended('app', 0)] },
    expected: { stopAll: true },
  },
  {
    title: 'Never: when all have ended the pod ends, sidecars with it',
    spec: { restartPolicy: 'Never', initContainers: [sidecar], containers: [app] },
    seen: { containers: [ended('app', 1), run('side')] },
    expected: { stopAll: true },
  },
  {
    title: 'Never: one that runs keeps the pod',
    spec: { restartPolicy: 'Never', containers: [app, container('b')] },
    seen: { containers: [ended('app', 1), run('b')] },
    expected: {},
  },
  {
    title: 'the next initial container follows one that succeeded',
    spec: { initContainers: two, containers: [app] },
    seen: { containers: [ended('first', 0)] },
    expected: { starts: ['second'] },
  },
  {
    title: 'the main containers wait for an initial one that runs',
    spec: { initContainers: two, containers: [app] },
    seen: { containers: [run('second'), ended('first', 0)] },
    expected: {},
  },
  {
    title: 'after the last initial container the main ones begin',
    spec: { initContainers: two, containers: [app] },
    seen: { containers: [ended('second', 0), ended('first', 0)] },
    expected: { starts: ['app'] },
  },
  {
    title: 'an initial container that failed begins again',
    spec: { initContainers: two, containers: [app] },
    seen: { containers: [ended('first', 1)] },
    expected: { starts: ['first'] },
  },
  {
    title: 'Never: an initial container that failed ends the pod',
    spec: { restartPolicy: 'Never', initContainers: two, containers: [app] },
    seen: { containers: [ended('first', 1)] },
    expected: { stopAll: true },
  },
  {
    title: 'a runtime that forgot the first initial container has it not run twice',
    spec: { initContainers: two, containers: [app] },
    seen: { containers: [ended('second', 0)] },
    expected: { starts: ['app'] },
  },
  {
    title: 'a running main container proves that the initial ones are through',
    spec: { initContainers: two, containers: [app] },
    seen: { containers: [run('app')] },
    expected: {},
  },
  {
    title: 'the next container after a sidecar starts when the sidecar runs',
    spec: { initContainers: [sidecar, container('second')], containers: [app] },
    seen: { containers: [run('side')] },
    expected: { starts: ['second'] },
  },
  {
    title: 'the next container after a sidecar waits for its startup probe',
    spec: { initContainers: [{ ...sidecar, startupProbe: {} }], containers: [app] },
    seen: { containers: [run('side')] },
    expected: {},
  },
  {
    title: 'a sidecar that ended begins again beside the main container',
    spec: { restartPolicy: 'Never', initContainers: [sidecar], containers: [app] },
    seen: { containers: [ended('side', 1), run('app')] },
    expected: { starts: ['side'] },
  },
  {
    title: 'a container that is not alive is replaced',
    spec: { containers: [app] },
    seen: { containers: [run('app')] },
    probes: { 'liveness app-0': false },
    expected: { kills: ['app'], starts: ['app'] },
  },
  {
    title: 'Never: one that is not alive ends for good',
    spec: { restartPolicy: 'Never', containers: [app, container('b')] },
    seen: { containers: [run('app'), run('b')] },
    probes: { 'liveness app-0': false },
    expected: { kills: ['app'] },
  },
  {
    title: 'a container that does not start is replaced',
    spec: { containers: [app] },
    seen: { containers: [run('app')] },
    probes: { 'startup app-0': false },
    expected: { kills: ['app'], starts: ['app'] },
  },
  {
    title: 'another image replaces the container, whatever the policy',
    spec: { restartPolicy: 'Never', containers: [app] },
    seen: { containers: [run('app', { hash: 'other' })] },
    expected: { kills: ['app'], starts: ['app'] },
  },
  {
    title: 'a run that nothing is known of is ended before the next',
    spec: { containers: [app] },
    seen: { containers: [run('app', { state: 'unknown' })] },
    expected: { kills: ['app'], starts: ['app'] },
  },
  {
    title: 'a container that was created but not started is created and started again',
    spec: { containers: [app] },
    seen: { containers: [run('app', { state: 'created' })] },
    expected: { starts: ['app'] },
  },
  {
    title: 'an ephemeral container begins at once, and never again',
    spec: { ephemeralContainers: [container('debug'), container('old')], containers: [app] },
    seen: { containers: [run('app'), ended('old', 0)] },
    expected: { starts: ['debug'] },
  },
  {
    title: 'an ephemeral container does not wait for initial ones',
    spec: { initContainers: two, ephemeralContainers: [container('debug')], containers: [app] },
    seen: { containers: [run('first')] },
    expected: { starts: ['debug'] },
  },
];

for (const { title, spec, seen, probes = {}, expected } of scenarios) {
  t.test(title, async (t) => {
    const verdict = (kind: string) => (id: string) => probes[`${kind} ${id}`];
    const results: RunFacts = {
      liveness: verdict('liveness'),
      startup: verdict('startup'),
      outgrown: (id) => verdict('outgrown')(id) === true,
    };
    const shown: SeenPod =
      seen === undefined ? { sandboxes: [], containers: [] } : { sandboxes: [box()], containers: [], ...seen };
    const step = nextStep(podOf(spec), shown, results);
    t.strictSame(
      {
        stopAll: step.stopAll,
        sandbox: step.newSandbox?.attempt,
        kills: step.kills.map(({ container: { name } }) => name),
        starts: step.starts.map((start) => start.container.name),
      },
      { stopAll: false, sandbox: undefined, kills: [], starts: [], ...expected },
    );
  });
}

t.test('of two runs of a container the older one ends, and nothing else does', async (t) => {
  const none: RunFacts = { liveness: () => undefined, startup: () => undefined, outgrown: () => false };
  const newer = run('app', { id: 'app-1', restartCount: 1, createdAt: 2 });
  const step = nextStep(podOf({ containers: [app] }), { sandboxes: [box()], containers: [newer, run('app')] }, none);
  t.strictSame([step.kills.map(({ container: { id } }) => id), step.starts], [['app-0'], []]);
  const ended = { sandboxes: [box()], containers: [newer, run('app', { state: 'exited', finishedAt: 1 })] };
  t.strictSame(nextStep(podOf({ containers: [app] }), ended, none).kills, []);
});

t.test('a kill has its reason, and its message says whether the container restarts', async (t) => {
  const shown = { sandboxes: [box()], containers: [run('app')] };
  const dead: RunFacts = { liveness: () => false, startup: () => undefined, outgrown: () => false };
  const [again] = nextStep(podOf({ containers: [app] }), shown, dead).kills;
  t.equal(again?.message, 'Container app failed liveness probe, will be restarted');
  const [last] = nextStep(podOf({ restartPolicy: 'Never', containers: [app] }), shown, dead).kills;
  t.equal(last?.message, 'Container app failed liveness probe');
  t.equal(last?.reason, 'LivenessProbe');
});

t.test(
  'a container that has outgrown its amounts starts anew, whatever the policy; others are left alone',
  async (t) => {
    const facts: RunFacts = { liveness: () => undefined, startup: () => undefined, outgrown: (id) => id === 'app-0' };
    const shown = { sandboxes: [box()], containers: [run('app'), run('other')] };
    const pod = podOf({ restartPolicy: 'Never', containers: [app, { ...app, name: 'other' }] });
    const { kills, starts } = nextStep(pod, shown, facts);
    t.strictSame(
      kills.map(({ message, reason }) => [message, reason]),
      [['Container app resize requires restart', undefined]],
    );
    t.strictSame(
      starts.map(({ container }) => container.name),
      ['app'],
    );
  },
);

t.test('a pod that is to go starts nothing again', async (t) => {
  const pod = podOf({ containers: [app] });
  const leaving = { ...pod, metadata: { ...pod.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } };
  const shown = { sandboxes: [box()], containers: [ended('app', 1)] };
  t.strictSame(
    nextStep(leaving, shown, { liveness: () => undefined, startup: () => undefined, outgrown: () => false }).starts,
    [],
  );
});
