import t from 'tap';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { conditionOf, type Pod } from './node-form.ts';
import { nodeLifecycle } from './node-lifecycle.ts';
import { NodeScene } from '../../../fixtures/apiserver/node-controller.fixture.ts';
import type { EvictionLimits } from './zone.ts';

function scene(t: { teardown(end: () => Promise<void>): unknown }, limits?: EvictionLimits) {
  const made = new NodeScene(vendorOf('kubernetes'));
  const start = (): void => {
    const given = limits === undefined ? {} : { limits };
    t.teardown(made.run((environment, views) => nodeLifecycle(environment, { ...views, ...given })));
  };
  return { made, start };
}

const drivenAway = 'unreachable:NoExecute';

t.test('when all nodes are silent none loses its pods, and when they are back each has its grace again', async (t) => {
  const { made, start } = scene(t);
  for (const name of ['a', 'b', 'c']) {
    made.addNode(name);
    made.addPod(`p-${name}`, name);
  }
  start();
  await made.pass(10);
  made.alive.clear();
  await made.pass(120);
  for (const name of ['a', 'b', 'c']) {
    t.equal(made.ready(name), 'Unknown');
    t.strictSame(made.taints(name), ['unreachable:NoSchedule'], 'nothing new comes, but what runs may run on');
    t.ok(made.hasPod(`p-${name}`));
  }
  made.alive.add('a');
  made.report('a', 'True');
  await made.pass(30);
  t.strictSame(made.taints('b'), ['unreachable:NoSchedule', drivenAway], 'it is known to be Unknown');
  t.equal(made.ready('a'), 'True');
  t.strictSame(made.taints('a'), []);
});

for (const id of vendorIds) {
  t.test(`a node with the label of exclusion does not count, with ${id}`, async (t) => {
    const made = new NodeScene(vendorOf(id));
    made.addNode('alone');
    made.addNode('excluded', { [vendorOf(id).fill('node.{label}/exclude-disruption')]: '' });
    made.addPod('p', 'alone');
    t.teardown(made.run((environment, views) => nodeLifecycle(environment, views)));
    await made.pass(5);
    made.alive.delete('alone');
    await made.pass(180);
    t.equal(made.ready('alone'), 'Unknown');
    t.ok(made.hasPod('p'), 'no node that counts is ready');
    made.addNode('counted');
    await made.pass(15);
    t.notOk(made.hasPod('p'));
  });
}

t.test('nodes that are lost one by one lose their pods one per ten seconds', async (t) => {
  const { made, start } = scene(t);
  for (const name of ['a', 'b', 'c', 'd', 'e']) made.addNode(name);
  for (const name of ['a', 'b']) made.addPod(`p-${name}`, name);
  start();
  await made.pass(5);
  made.alive.delete('a');
  made.alive.delete('b');
  await made.pass(55);
  const away = (): number => ['a', 'b'].filter((name) => made.taints(name).includes(drivenAway)).length;
  t.equal(away(), 1);
  t.strictSame([made.hasPod('p-a'), made.hasPod('p-b')].filter(Boolean).length, 1);
  await made.pass(5);
  t.equal(away(), 1);
  await made.pass(10);
  t.equal(away(), 2);
  t.notOk(made.hasPod('p-a') || made.hasPod('p-b'));
});

t.test('a partially disrupted small zone evicts nothing, a large one slowly', async (t) => {
  const { made, start } = scene(t, { rate: 1, secondaryRate: 0.05, unhealthyThreshold: 0.55, largeZone: 5 });
  const zone = vendorOf('kubernetes').fill('topology.{label}/zone');
  const small = ['s1', 's2', 's3', 's4', 's5'];
  const large = ['l1', 'l2', 'l3', 'l4', 'l5', 'l6'];
  for (const name of small) made.addNode(name, { [zone]: 'small' });
  for (const name of large) made.addNode(name, { [zone]: 'large' });
  start();
  await made.pass(5);
  for (const name of [...small.slice(1), ...large.slice(2)]) made.alive.delete(name);
  const away = (names: readonly string[]): number =>
    names.filter((name) => made.taints(name).includes(drivenAway)).length;
  await made.pass(55);
  t.strictSame([away(small), away(large)], [0, 1]);
  await made.pass(15);
  t.strictSame([away(small), away(large)], [0, 1]);
  await made.pass(10);
  t.strictSame([away(small), away(large)], [0, 2]);
});

for (const id of vendorIds) {
  t.test(`changes between bad reports and missing heartbeats leave only the right taints, with ${id}`, async (t) => {
    const made = new NodeScene(vendorOf(id));
    made.addNode('n');
    made.addNode('alive');
    t.teardown(made.run((environment, views) => nodeLifecycle(environment, views)));
    await made.pass(5);
    made.report('n', 'False');
    await made.pass(60);
    t.strictSame(made.taints('n'), ['not-ready:NoSchedule', 'not-ready:NoExecute'], 'not ready, and heard of');
    made.alive.delete('n');
    await made.pass(60);
    t.equal(made.ready('n'), 'Unknown');
    const delayed = ['not-ready:NoSchedule', 'not-ready:NoExecute'];
    const early = vendorOf(id).behaviour.taintDelay === 'at-once' ? ['unreachable:NoSchedule', drivenAway] : delayed;
    t.strictSame(made.taints('n'), early, 'never without one that keeps pods away');
    await made.pass(60);
    t.strictSame(made.taints('n'), ['unreachable:NoSchedule', drivenAway]);
    made.alive.add('n');
    made.report('n', 'True');
    await made.pass(10);
    t.strictSame(made.taints('n'), []);
  });
}

t.test('events record new, unready and removed nodes, and evicted pods', async (t) => {
  const { made, start } = scene(t);
  made.addNode('alive');
  made.addNode('n');
  made.addPod('p', 'n');
  start();
  await made.pass(10);
  t.strictSame(made.events(), ['RegisteredNode alive', 'RegisteredNode n']);
  made.alive.delete('n');
  await made.pass(60);
  t.strictSame(made.events().slice(2), ['NodeNotReady n', 'NodeNotReady p', 'TaintManagerEviction p']);
  made.api.remove('/api/v1/nodes', '', 'n');
  await made.pass(10);
  t.strictSame(made.events().slice(5), ['RemovingNode n']);
});

t.test('marking pods of a lost node is retried in the next pass, and each event is recorded once', async (t) => {
  const { made, start } = scene(t);
  made.addNode('alive');
  made.addNode('n');
  made.addPod('p', 'n', { spec: { nodeName: 'n', tolerations: [{ operator: 'Exists' }] } });
  made.api.refusals.set('PATCH /api/v1/namespaces/x/pods/p/status', 1);
  start();
  await made.pass(10);
  made.alive.delete('n');
  const isReady = () => conditionOf(made.api.get('/api/v1/pods', 'x', 'p') as Pod, 'Ready')?.status;
  while (made.ready('n') === 'True') await made.pass(5);
  t.equal(isReady(), 'True', 'the server refused it');
  await made.pass(5);
  t.equal(isReady(), 'False');
  t.strictSame(made.events().slice(2), ['NodeNotReady n', 'NodeNotReady p']);
});
