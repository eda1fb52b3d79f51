import { expectNames, versionOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject, createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'watch-from-list-version',
  title: 'A watch from the version of a list MUST deliver every change after the list.',
  requirements: ['LIST-013'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 2);
    const list = await c.wire.get(maps.collection, { query: createdSelector });
    expectNames(list, names);
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'changed' } }));
    await createObject(c, maps.collection, configMap('m-10', {}, { labels: { stock: 'yes' } }));
    const stream = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: versionOf(list) });
    expectOpen(stream);
    expectEvent(await stream.nextChange(), 'MODIFIED', 'm-00');
    expectEvent(await stream.nextChange(), 'ADDED', 'm-10');
  },
} satisfies Case;
