import { expectNames } from '../../wire/expect/list.ts';
import { expectAbsent, expectArray } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps, createdSelector, createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'dry-run-delete-collection',
  title: 'A dry-run DELETE of a collection MUST delete nothing.',
  requirements: ['DRY-027'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 3);
    const held = configMap('held', {}, { finalizers: ['conformance.example/x'], labels: { stock: 'yes' } });
    await createObject(c, maps.collection, held);
    expectDeleted(await c.wire.delete(maps.collection, undefined, { query: { dryRun: 'All', ...createdSelector } }));
    expectDeleted(await c.wire.delete(maps.collection, { dryRun: ['All'] }, { query: createdSelector }));
    const after = await c.wire.get(maps.collection, { query: createdSelector });
    expectNames(after, [...names, 'held']);
    for (const item of expectArray(after, 'items')) expectAbsent(item, 'metadata.deletionTimestamp');
    expectOk(await c.wire.patch(maps.item('held'), 'merge', { metadata: { finalizers: [] } }));
  },
} satisfies Case;
