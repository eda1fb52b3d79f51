import t from 'tap';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import type { VendorId } from '../../../shared/vendor/vendor.ts';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { collectionMetrics } from './collection-metrics.ts';
import type { Pod } from './node-form.ts';
import { NodeScene } from '../../../fixtures/apiserver/node-controller.fixture.ts';
import { podGarbageCollector } from './pod-garbage-collector.ts';

function scene(t: { teardown(end: () => Promise<void>): unknown }, finishedPods?: number, vendor: VendorId = 'orch') {
  const made = new NodeScene(vendorOf(vendor));
  const metrics = createMetrics();
  const observer = collectionMetrics(metrics);
  const start = (): void => {
    const given = finishedPods === undefined ? {} : { finishedPods };
    t.teardown(made.run((environment, { nodes }) => podGarbageCollector(environment, { nodes, observer, ...given })));
  };
  return { made, start, metrics };
}

t.test('pods of a deleted node go after its quarantine, and say why', async (t) => {
  const { made, start } = scene(t);
  for (const name of ['gone', 'stays', 'back']) {
    made.addNode(name);
    made.addPod(`on-${name}`, name);
  }
  made.addPod('unbound', undefined);
  start();
  await made.pass(5);
  made.api.remove('/api/v1/nodes', '', 'gone');
  made.api.remove('/api/v1/nodes', '', 'back');
  await made.pass(35);
  t.ok(made.hasPod('on-gone'), 'a node may be made anew');
  made.addNode('back');
  await made.pass(30);
  t.notOk(made.hasPod('on-gone'));
  t.strictSame(
    ['on-stays', 'on-back', 'unbound'].map((name) => made.hasPod(name)),
    [true, true, true],
  );
  const paths = made.api.requests.filter((request) => request.includes('on-gone'));
  t.strictSame(paths, ['PATCH /api/v1/namespaces/x/pods/on-gone/status', 'DELETE /api/v1/namespaces/x/pods/on-gone']);
});

t.test('pods of nodes that never were are found by going through all', async (t) => {
  const { made, start } = scene(t);
  made.addNode('n');
  made.addPod('lost', 'never-was');
  made.addPod('fine', 'n');
  start();
  await made.pass(75);
  t.strictSame([made.hasPod('lost'), made.hasPod('fine')], [false, true]);
});

t.test('of too many finished pods the oldest go', async (t) => {
  const { made, start } = scene(t, 2);
  const finished = (name: string, second: number, phase: string) =>
    made.addPod(name, undefined, {
      metadata: { name, namespace: 'x', creationTimestamp: `2026-01-01T00:00:0${second}Z` },
      status: { phase },
    });
  finished('second', 2, 'Failed');
  finished('first', 1, 'Succeeded');
  finished('third', 3, 'Succeeded');
  finished('running', 0, 'Running');
  start();
  await made.pass(25);
  t.strictSame(
    ['running', 'first', 'second', 'third'].map((name) => made.hasPod(name)),
    [true, false, true, true],
  );
});

t.test('a pod that could not be marked as failed is tried again, and holds up no other', async (t) => {
  const { made, start } = scene(t);
  made.addNode('gone');
  for (const name of ['first', 'second', 'third']) made.addPod(name, 'gone');
  made.addPod('leaving', undefined, { metadata: { name: 'leaving', namespace: 'x', deletionTimestamp: 'now' } });
  const marking = (name: string) => `PATCH /api/v1/namespaces/x/pods/${name}/status`;
  made.api.refusals.set(marking('second'), 1).set(marking('leaving'), 1);
  const all = ['first', 'second', 'third', 'leaving'];
  start();
  await made.pass(5);
  made.api.remove('/api/v1/nodes', '', 'gone');
  await made.pass(15);
  t.ok(made.hasPod('leaving'), 'its marking was refused');
  await made.pass(20);
  t.notOk(made.hasPod('leaving'), 'at the next look it went');
  await made.pass(20);
  t.strictSame(
    all.filter((name) => made.hasPod(name)),
    ['second'],
  );
  await made.pass(20);
  t.strictSame(
    all.filter((name) => made.hasPod(name)),
    [],
  );
  const marked = made.api.requests.filter((request) => request === marking('second'));
  t.equal(marked.length, 2, 'it was marked before it went');
});

for (const vendor of vendorIds) {
  t.test(`pods that are being deleted go at once from a node that is out of service, with ${vendor}`, async (t) => {
    const { made, start, metrics } = scene(t, undefined, vendor);
    const key = vendorOf(vendor).fill('node.{label}/out-of-service');
    const taints = [{ key, value: 'nodeshutdown', effect: 'NoExecute' }];
    for (const name of ['down', 'silent', 'alive']) {
      made.addNode(name);
      if (name !== 'silent') made.api.put('/api/v1/nodes', { ...made.node(name), spec: { taints } });
      if (name !== 'alive') made.report(name, 'Unknown');
      made.addPod(`stays-on-${name}`, name);
      // Kept by a finalizer, so that the test sees what was written before the deletion.
      const finalizers = ['example.com/held'];
      const deletionTimestamp = '2026-01-01T00:00:00Z';
      const metadata = { name: `leaves-${name}`, namespace: 'x', uid: name, finalizers, deletionTimestamp };
      made.addPod(`leaves-${name}`, name, { metadata });
    }
    const deleted = () =>
      made.api.requests.flatMap((request) => /^DELETE .*\/pods\/(.*)$/.exec(request)?.[1] ?? []).sort();
    start();
    await made.pass(25);
    t.strictSame(deleted(), ['leaves-down'], 'the taint alone, or silence alone, is not enough');
    const { status } = made.api.get('/api/v1/pods', 'x', 'leaves-down') as Pod;
    t.match(status, { phase: 'Failed', conditions: [{ type: 'Ready' }] });
    t.equal(status?.conditions?.length, 1, 'nothing is said about a node that is gone: it is there');
    t.match(await metrics.render(), 'force_delete_pods_total{namespace="x",reason="out-of-service"} 1');
    made.report('alive', 'Unknown');
    await made.pass(20);
    t.strictSame([...new Set(deleted())], ['leaves-alive', 'leaves-down']);
    for (const name of ['down', 'silent', 'alive']) t.ok(made.hasPod(`stays-on-${name}`), 'it is not deleted');
  });
}
