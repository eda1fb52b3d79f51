import { expectNames } from '../../wire/expect/list.ts';
import { expectAbsent, expectTime, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject, createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'collection-respects-finalizers',
  title:
    'DELETE of a collection MUST delete each object normally: finalizers and the policy count, objects without go.',
  requirements: ['DEL-037'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    await createObject(
      c,
      maps.collection,
      configMap('held', {}, { finalizers: ['conformance.example/x'], labels: { stock: 'yes' } }),
    );
    expectDeleted(await c.wire.delete(maps.collection, undefined, { query: createdSelector }));
    await c.eventually(async () =>
      expectNames(await c.wire.get(maps.collection, { query: createdSelector }), ['held']),
    );
    expectTime(await c.wire.get(maps.item('held')), 'metadata.deletionTimestamp');
    expectOk(await c.wire.patch(maps.item('held'), 'merge', { metadata: { finalizers: [] } }));
    // The policy counts for each object as well.
    const owner = await createObject(c, maps.collection, configMap('owner', {}, { labels: { owner: 'yes' } }));
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: fieldOf(owner, 'metadata.uid') };
    await createObject(c, maps.collection, configMap('dependent', {}, { ownerReferences: [reference] }));
    const query = { labelSelector: 'owner=yes' };
    expectDeleted(await c.wire.delete(maps.collection, { propagationPolicy: 'Orphan' }, { query }));
    await c.eventually(async () => expectStatus(await c.wire.get(maps.item('owner')), 404));
    const orphan = await c.wire.get(maps.item('dependent'));
    expectOk(orphan);
    expectAbsent(orphan, 'metadata.ownerReferences');
  },
} satisfies Case;
