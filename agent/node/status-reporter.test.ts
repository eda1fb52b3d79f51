import t from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import type { Node } from './node.ts';
import { nextNodeStatus } from './node-status.ts';
import { type NodeIdentity, newNode, registerNode, systemLabels } from './registration.ts';
import { sampleInput } from '../../fixtures/agent/host.fixture.ts';
import { StatusReporter } from './status-reporter.ts';
import { stubObjects } from '../../fixtures/agent/objects.fixture.ts';

const identity: NodeIdentity = {
  name: 'n1',
  hostName: 'n1',
  architecture: 'amd64',
  labels: { zone: 'a' },
  taints: [{ key: 'dedicated', value: 'x', effect: 'NoSchedule' }],
  providerId: 'example://n1',
};

function scene(t: { teardown(end: () => Promise<void>): unknown }, options: { readonly registers?: boolean } = {}) {
  const clock = new FakeClock();
  const abort = new AbortController();
  const nodes = stubObjects<Node>((node, patch) => {
    const { labels } = (patch as Partial<Node>).metadata ?? {};
    return { ...node, metadata: { ...node.metadata, labels: { ...node.metadata.labels, ...labels } }, status: latest };
  });
  const vendor = vendorOf('orch');
  const state = { input: sampleInput, gathering: () => {} };
  let latest = nextNodeStatus(sampleInput);
  const gather = async (before: Node['status']) => {
    state.gathering();
    latest = nextNodeStatus({ ...state.input, before: before ?? {}, now: clock.now() });
    return latest;
  };
  const wanted = async () => newNode(identity, await gather({}), vendor);
  const seen: (string | undefined)[] = [];
  const metrics = createMetrics();
  const registrations = metrics.counter({ name: 'registrations', help: 'x', labels: ['cause'], stability: 'ALPHA' });
  const counted = async (): Promise<readonly string[]> =>
    Array.from(
      (await metrics.render()).matchAll(/^registrations\{cause="(\w+)"\} (\d+)$/gm),
      ([, cause, n]) => `${cause} ${n}`,
    );
  const reporter = new StatusReporter({
    nodeName: 'n1',
    nodes,
    ...(options.registers === false
      ? {}
      : { register: (signal: AbortSignal) => registerNode({ nodes, wanted, clock, log: silentLog, signal }) }),
    seen: ({ metadata }) => seen.push(metadata.uid),
    registrations,
    labels: systemLabels(identity, vendor),
    gather,
    clock,
    log: silentLog,
    random: () => 0.5,
  });
  const ended = reporter.run(abort.signal);
  t.teardown(async () => {
    abort.abort();
    await ended;
  });
  const count = (verb: string): number => nodes.calls.filter((call) => call.verb === verb).length;
  return { clock, nodes, state, count, seen, counted, reporter };
}

for (const id of vendorIds) {
  t.test(`${id}: a new node carries the standard labels, taints and its status`, async (t) => {
    const vendor = vendorOf(id);
    const node = newNode(identity, { phase: 'x' }, vendor);
    t.equal(node.metadata.labels?.[vendor.fill('{label}/hostname')], 'n1');
    t.equal(node.metadata.labels?.[vendor.fill('beta.{label}/arch')], 'amd64');
    t.match(node, {
      metadata: { name: 'n1', labels: { zone: 'a' } },
      spec: { providerID: 'example://n1', taints: [{ key: 'dedicated', value: 'x', effect: 'NoSchedule' }] },
      status: { phase: 'x' },
    });
  });
}

t.test('a node that takes no pods yet, or waits for its cloud, is made with the taints that say so', async (t) => {
  const vendor = vendorOf('orch');
  const node = newNode({ ...identity, schedulable: false, cloud: { nodeIps: ['192.0.2.7'] } }, {}, vendor);
  t.match(node, {
    metadata: { annotations: { [vendor.fill('alpha.{label}/provided-node-ip')]: '192.0.2.7' } },
    spec: {
      unschedulable: true,
      taints: [
        { key: 'dedicated' },
        { key: vendor.fill('node.{label}/unschedulable'), effect: 'NoSchedule' },
        { key: vendor.fill('node.cloudprovider.{label}/uninitialized'), value: 'true', effect: 'NoSchedule' },
      ],
    },
  });
});

t.test('registration is tried for ever, with pauses from 100 ms doubling to 7 s', async (t) => {
  const { clock, nodes, count } = scene(t);
  nodes.failing = () => true;
  await clock.advance(100 + 200 + 400 + 800 + 1600 + 3200 + 6400 + 7000);
  t.equal(count('create'), 9);
  nodes.failing = () => false;
  await clock.advance(7_000);
  t.ok(nodes.objects.has('n1'));
});

t.test('a node that exists already gets the labels it lacks and keeps the others', async (t) => {
  const { clock, nodes } = scene(t);
  nodes.objects.set('n1', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n1', uid: 'old', labels: { mine: 'x' } },
  });
  await clock.advance(0);
  t.match(nodes.calls[2], {
    verb: 'patchStatus',
    body: { metadata: { labels: { zone: 'a', [vendorOf('orch').fill('{label}/hostname')]: 'n1' } } },
  });
  t.equal(nodes.objects.get('n1')?.metadata.uid, 'old');
});

t.test('a node whose status has no conditions yet gets them', async (t) => {
  const { clock, nodes } = scene(t);
  nodes.objects.set('n1', {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n1', uid: 'old' },
    status: { phase: 'x' },
  });
  await clock.advance(0);
  t.ok(nodes.objects.get('n1')?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True'));
});

t.test('an agent that may not create nodes uses the one that an administrator created', async (t) => {
  const { clock, nodes, count } = scene(t);
  nodes.forbidding = (verb) => verb === 'create';
  await clock.advance(100);
  t.strictSame([count('create'), count('get'), count('patchStatus')], [2, 2, 0], 'there is none yet');
  nodes.objects.set('n1', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1', uid: 'made' } });
  await clock.advance(200);
  t.match(nodes.calls.find(({ verb }) => verb === 'patchStatus')?.body, { metadata: { labels: { zone: 'a' } } });
  t.equal(nodes.objects.get('n1')?.metadata.uid, 'made');
});

t.test('an unchanged status is written every five minutes only (NSTAT-027)', async (t) => {
  const { clock, count } = scene(t);
  await clock.advance(1_000);
  const start = count('patchStatus');
  await clock.advance(298_000);
  t.equal(count('patchStatus'), start, 'nothing before five minutes');
  await clock.advance(15_000);
  t.equal(count('patchStatus'), start + 1);
});

t.test(
  'a server that is gone for ten minutes gets one status when it is back, with what changed meanwhile',
  async (t) => {
    const { clock, nodes, state, count } = scene(t);
    await clock.advance(20_000);
    nodes.failing = () => true;
    nodes.calls.length = 0;
    await clock.advance(300_000);
    state.input = { ...sampleInput, runtime: { state: 'down' } };
    await clock.advance(300_000);
    const rounds = 600_000 / 10_000;
    t.ok(nodes.calls.length <= 5 * rounds, `${nodes.calls.length} calls: five in a round at most`);
    t.equal(count('patchStatus'), 0, 'a status is not written blindly');
    state.input = sampleInput;

    nodes.failing = () => false;
    nodes.calls.length = 0;
    await clock.advance(10_500);
    t.strictSame(
      nodes.calls.map(({ verb }) => verb),
      ['get', 'patchStatus'],
    );
    nodes.calls.length = 0;
    await clock.advance(290_000);
    t.equal(count('patchStatus'), 0, 'none of those that were missed follows');
    t.equal(count('create'), 0);
  },
);

t.test('a change is written with the next check, ten seconds later at most (NSTAT-026, NSTAT-038)', async (t) => {
  const { clock, nodes, state, count } = scene(t);
  await clock.advance(20_000);
  const start = count('patchStatus');
  state.input = { ...sampleInput, runtime: { state: 'down' } };
  await clock.advance(10_500);
  t.equal(count('patchStatus'), start + 1);
  t.match(nodes.objects.get('n1')?.status?.conditions?.at(-1), { type: 'Ready', status: 'False' });
  state.input = sampleInput;
  await clock.advance(10_500);
  t.match(nodes.objects.get('n1')?.status?.conditions?.at(-1), { type: 'Ready', status: 'True' });
});

t.test('the agent restores removed labels of system and architecture, but no others', async (t) => {
  const { clock, nodes } = scene(t);
  await clock.advance(20_000);
  const node = nodes.objects.get('n1');
  nodes.objects.set('n1', { ...node, metadata: { ...node?.metadata, labels: {} } } as Node);
  nodes.calls.length = 0;
  await clock.advance(10_500);
  const patch = nodes.calls.find(({ verb }) => verb === 'patchStatus')?.body as { metadata?: unknown } | undefined;
  t.strictSame(patch?.metadata, { labels: systemLabels(identity, vendorOf('orch')) });
});

t.test('until the node was ready once the agent checks every 100 ms, for two minutes', async (t) => {
  const { clock, state, count } = scene(t);
  state.input = { ...sampleInput, runtime: { state: 'unknown' } };
  await clock.advance(1_000);
  t.ok(count('get') >= 9, `${count('get')} looks in the first second`);
  state.input = sampleInput;
  await clock.advance(100);
  const before = count('get');
  await clock.advance(9_000);
  t.equal(count('get'), before, 'slow once ready');
});

t.test('a round without an answer is tried five times at once and then left to the next', async (t) => {
  const { clock, nodes, count } = scene(t);
  await clock.advance(1_000);
  nodes.failing = (verb) => verb === 'get';
  const before = count('get');
  await clock.advance(10_500);
  t.equal(count('get'), before + 5);
});

t.test('a node that was deleted is registered again with its labels and taints, and reported on', async (t) => {
  const { clock, nodes, count, counted, seen } = scene(t);
  await clock.advance(20_000);
  nodes.objects.clear();
  await clock.advance(10_500);
  const found = nodes.objects.get('n1');
  t.match(found, {
    metadata: { labels: { zone: 'a', [vendorOf('orch').fill('{label}/hostname')]: 'n1' } },
    spec: { taints: [{ key: 'dedicated', effect: 'NoSchedule' }], providerID: 'example://n1' },
    status: { conditions: [{}, {}, {}, {}, { type: 'Ready', status: 'True' }] },
  });
  t.strictSame(await counted(), ['start 1', 'deleted 1']);
  t.equal(seen.at(-1), found?.metadata.uid, 'and looked at');
  const writes = count('create') + count('patchStatus');
  await clock.advance(60_000);
  t.equal(count('create') + count('patchStatus'), writes, 'nothing more to write');
});

t.test('a node is registered again at once when its deletion is noticed, also during a status update', async (t) => {
  const { clock, nodes, state, counted, reporter } = scene(t);
  await clock.advance(20_500);
  nodes.objects.clear();
  reporter.lookNow();
  await clock.advance(0);
  t.ok(nodes.objects.has('n1'));
  await clock.advance(20_500);
  state.gathering = () => {
    state.gathering = () => {};
    nodes.objects.clear();
    reporter.lookNow();
  };
  reporter.lookNow();
  await clock.advance(0);
  t.ok(nodes.objects.has('n1'));
  t.strictSame(await counted(), ['start 1', 'deleted 2']);
});

t.test('while the server is unreachable, the registration of a deleted node is retried with pauses', async (t) => {
  const { clock, nodes, count } = scene(t);
  await clock.advance(20_000);
  nodes.objects.clear();
  nodes.failing = (verb) => verb === 'create';
  const before = count('create');
  await clock.advance(10_500 + 60_000);
  t.ok(
    count('create') - before > 5 && count('create') - before < 20,
    `${count('create') - before} attempts in a minute`,
  );
  nodes.failing = () => false;
  await clock.advance(7_000);
  t.ok(nodes.objects.has('n1'));
});

t.test('a node that is deleted repeatedly is registered at most once in ten seconds', async (t) => {
  const { clock, nodes, state, count } = scene(t);
  // Not ready: the agent checks ten times a second.
  state.input = { ...sampleInput, runtime: { state: 'unknown' } };
  for (let elapsed = 0; elapsed < 60_000; elapsed += 100) {
    await clock.advance(100);
    nodes.objects.clear();
  }
  t.ok(count('create') >= 6 && count('create') <= 7, `${count('create')} in a minute`);
});

t.test('a node that others made in its place is brought in line, and keeps what they wrote', async (t) => {
  const { clock, nodes, counted } = scene(t);
  await clock.advance(20_000);
  const metadata = { name: 'n1', uid: 'theirs', labels: { theirs: 'x' } };
  nodes.objects.set('n1', { apiVersion: 'v1', kind: 'Node', metadata });
  nodes.calls.length = 0;
  await clock.advance(10_500);
  t.strictSame(await counted(), ['start 1', 'replaced 1']);
  t.strictSame(
    nodes.calls.map(({ verb }) => verb),
    ['get', 'create', 'get', 'patchStatus', 'get'],
  );
  t.match(nodes.calls[3]?.body, { metadata: { labels: { zone: 'a' } } });
  t.equal(nodes.objects.get('n1')?.metadata.uid, 'theirs');
});

t.test('an agent that does not register waits for a node that is gone', async (t) => {
  const { clock, nodes, count, counted } = scene(t, { registers: false });
  const metadata = { name: 'n1', uid: 'first' };
  nodes.objects.set('n1', { apiVersion: 'v1', kind: 'Node', metadata });
  await clock.advance(20_000);
  nodes.objects.clear();
  await clock.advance(60_000);
  t.equal(count('create'), 0);
  t.strictSame(await counted(), []);
  nodes.objects.set('n1', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1', uid: 'second' } });
  await clock.advance(10_500);
  t.match(nodes.objects.get('n1')?.status, { conditions: [{}, {}, {}, {}, { type: 'Ready' }] });
});

t.test('lookNow checks a missing node before the next period', async (t) => {
  const { clock, nodes, reporter } = scene(t);
  await clock.advance(20_000);
  nodes.objects.clear();
  reporter.lookNow();
  await clock.advance(0);
  t.ok(nodes.objects.has('n1'));
});
