import { expectNames, versionOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../case.ts';
import { configMap } from '../manifests.ts';
import { made, stockConfigMaps, stockSelector } from '../stock.ts';

export default {
  id: 'watch-from-list-version',
  title: 'A watch from the version of a list MUST deliver every change after the list.',
  requirements: ['LIST-001', 'LIST-013'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await stockConfigMaps(c, 2);
    const list = await c.wire.get(maps.collection, { query: stockSelector });
    expectNames(list, names);
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'changed' } }));
    await made(c, maps.collection, configMap('m-10', {}, { labels: { stock: 'yes' } }));
    const stream = await c.wire.watch(maps.collection, { ...stockSelector, resourceVersion: versionOf(list) });
    expectOpen(stream);
    expectEvent(await stream.nextChange(), 'MODIFIED', 'm-00');
    expectEvent(await stream.nextChange(), 'ADDED', 'm-10');
  },
} satisfies Case;
