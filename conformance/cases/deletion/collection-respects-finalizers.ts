import { expectNames } from '../../wire/expect/list.ts';
import { expectTime } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../case.ts';
import { configMap } from '../manifests.ts';
import { made, stockConfigMaps, stockSelector } from '../stock.ts';

export default {
  id: 'collection-respects-finalizers',
  title: 'DELETE of a collection MUST put each object through the same deletion: a held one stays, the others go.',
  requirements: ['DEL-037'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await stockConfigMaps(c, 2);
    await made(
      c,
      maps.collection,
      configMap('held', {}, { finalizers: ['conformance.example/x'], labels: { stock: 'yes' } }),
    );
    expectDeleted(await c.wire.delete(maps.collection, undefined, { query: stockSelector }));
    await c.eventually(async () => expectNames(await c.wire.get(maps.collection, { query: stockSelector }), ['held']));
    expectTime(await c.wire.get(maps.item('held')), 'metadata.deletionTimestamp');
    expectOk(await c.wire.patch(maps.item('held'), 'merge', { metadata: { finalizers: [] } }));
  },
} satisfies Case;
