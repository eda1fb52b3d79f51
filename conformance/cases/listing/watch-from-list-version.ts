import { continueOf, expectNames, versionOf } from '../../wire/expect/list.ts';
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
    // So does one from the version of a list in chunks, also of what changed between them.
    const chunk = await c.wire.get(maps.collection, { query: { ...createdSelector, limit: '1' } });
    expectOk(chunk);
    expectOk(await c.wire.patch(maps.item('m-01'), 'merge', { data: { n: 'changed' } }));
    const rest = { ...createdSelector, limit: '5', continue: continueOf(chunk) };
    const last = await c.wire.get(maps.collection, { query: rest });
    expectNames(last, ['m-01', 'm-10']);
    await createObject(c, maps.collection, configMap('m-11', {}, { labels: { stock: 'yes' } }));
    for (const version of [versionOf(chunk), versionOf(last)]) {
      const later = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: version });
      expectOpen(later);
      expectEvent(await later.nextChange(), 'MODIFIED', 'm-01');
      expectEvent(await later.nextChange(), 'ADDED', 'm-11');
    }
  },
} satisfies Case;
