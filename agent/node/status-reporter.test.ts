import t from 'tap';
import { FakeClock } from '../../shared/process/fake-clock.ts';
import { silentLog } from '../../shared/process/log.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import type { Node } from './node.ts';
import { nextNodeStatus } from './node-status.ts';
import { type NodeIdentity, newNode, registerNode } from './registration.ts';
import { sampleInput } from './sample-host.ts';
import { StatusReporter } from './status-reporter.ts';
import { stubObjects } from './stub-objects.ts';

const identity: NodeIdentity = {
  name: 'n1',
  hostName: 'n1',
  architecture: 'amd64',
  labels: { zone: 'a' },
  taints: [{ key: 'dedicated', value: 'x', effect: 'NoSchedule' }],
  providerId: 'example://n1',
};

function scene(t: { teardown(end: () => Promise<void>): unknown }) {
  const clock = new FakeClock();
  const abort = new AbortController();
  const nodes = stubObjects<Node>((node) => ({ ...node, status: latest }));
  const vendor = vendorOf('orch');
  const state = { input: sampleInput };
  let latest = nextNodeStatus(sampleInput);
  const gather = async (before: Node['status']) => {
    latest = nextNodeStatus({ ...state.input, before: before ?? {}, now: clock.now() });
    return latest;
  };
  const wanted = async () => newNode(identity, await gather({}), vendor);
  const reporter = new StatusReporter({
    nodeName: 'n1',
    nodes,
    register: (signal) => registerNode({ nodes, wanted, clock, log: silentLog, signal }),
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
  return { clock, nodes, state, count };
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

t.test('an unchanged status is written every five minutes only (NSTAT-027)', async (t) => {
  const { clock, count } = scene(t);
  await clock.advance(1_000);
  const start = count('patchStatus');
  await clock.advance(298_000);
  t.equal(count('patchStatus'), start, 'nothing before five minutes');
  await clock.advance(15_000);
  t.equal(count('patchStatus'), start + 1);
});

t.test('a change is written at the next look, ten seconds later at most (NSTAT-026, NSTAT-038)', async (t) => {
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

t.test('until the node was ready once the agent looks every 100 ms, for two minutes', async (t) => {
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
