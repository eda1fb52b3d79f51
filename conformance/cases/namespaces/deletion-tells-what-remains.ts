import type { Case, CaseContext } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import { configMap, pod } from '../../fixtures/manifests.ts';
import { limits } from '../../wire/contract/limits.ts';
import { expectAbsent, expectTime, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { listAt, textAt } from '../../wire/format/json-path.ts';

const [held, other] = ['conformance.example/hold', 'conformance.example/other'];

export default {
  id: 'deletion-tells-what-remains',
  title: 'A namespace under deletion SHOULD lose its pods before the rest, and tell in its conditions what remains.',
  requirements: ['OBJ-019'],
  needs: ['namespace'],
  async run(c) {
    const namespace = await c.otherNamespace();
    const [maps, pods] = [c.resource('v1', 'configmaps', namespace), c.resource('v1', 'pods', namespace)];
    await createObject(c, maps.collection, configMap('one', {}, { finalizers: [held] }));
    await createObject(c, maps.collection, configMap('two', {}, { finalizers: [held, other] }));
    await createObject(c, pods.collection, pod('first', {}, { finalizers: [held] }));
    expectDeleted(await c.wire.delete(`/api/v1/namespaces/${namespace}`));

    await c.eventually(async () => expectTime(await c.wire.get(pods.item('first')), 'metadata.deletionTimestamp'));
    await expectLasting(c, async () => {
      for (const name of ['one', 'two']) {
        const waiting = await c.wire.get(maps.item(name));
        expectOk(waiting);
        expectAbsent(waiting, 'metadata.deletionTimestamp');
      }
    });
    await release(c, pods.item('first'));
    const both = `${held} in 2 resource instances, ${other} in 1 resource instances`;
    await isTold(c, namespace, 'configmaps. has 2 resource instances', both);
    for (const name of ['one', 'two']) await release(c, maps.item(name));
    await c.eventually(
      async () => expectStatus(await c.wire.get(`/api/v1/namespaces/${namespace}`), 404),
      limits.namespaceRemoval,
    );
    for (const path of [maps.item('one'), maps.item('two'), pods.item('first')])
      expectStatus(await c.wire.get(path), 404);
  },
} satisfies Case;

async function release(c: CaseContext, path: string): Promise<void> {
  expectOk(await c.wire.patch(path, 'merge', { metadata: { finalizers: [] } }));
}

/** Waits until the conditions name these resources and these finalizers, and nothing that failed. */
async function isTold(c: CaseContext, namespace: string, resources: string, finalizers: string): Promise<void> {
  await c.eventually(async () => {
    const found = await c.wire.get(`/api/v1/namespaces/${namespace}`);
    expectOk(found);
    const conditions = listAt(found.json(), 'status.conditions');
    const of = (type: string) => conditions.find((one) => textAt(one, 'type') === type);
    for (const [type, status, reason, words] of [
      ['NamespaceContentRemaining', 'True', 'SomeResourcesRemain', `Some resources are remaining: ${resources}`],
      ['NamespaceFinalizersRemaining', 'True', 'SomeFinalizersRemain', `finalizers remaining: ${finalizers}`],
      ['NamespaceDeletionDiscoveryFailure', 'False', 'ResourcesDiscovered', ''],
      ['NamespaceDeletionContentFailure', 'False', 'ContentDeleted', ''],
    ] as const) {
      const condition = of(type);
      expectEqual(`status of ${type}`, textAt(condition, 'status'), status);
      expectEqual(`reason of ${type}`, textAt(condition, 'reason'), reason);
      const message = textAt(condition, 'message');
      expectThat(`message of ${type}`, message.endsWith(words), words, message);
      expectThat(`time of ${type}`, fieldOf(condition, 'lastTransitionTime') !== undefined, 'a time', condition);
    }
  }, limits.namespaceRemoval);
}
