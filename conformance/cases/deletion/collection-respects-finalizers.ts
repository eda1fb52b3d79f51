import { expectNames } from '../../wire/expect/list.ts';
import { expectTime } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject, createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'collection-respects-finalizers',
  title: 'DELETE of a collection MUST delete each object normally: objects with finalizers stay, the others go.',
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
  },
} satisfies Case;
