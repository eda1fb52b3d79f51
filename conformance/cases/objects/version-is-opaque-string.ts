import { expectText } from '../../wire/expect/object.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'version-is-opaque-string',
  title: 'The resource version of objects, collections, their items, events and bookmarks MUST be a non-empty string.',
  requirements: ['OBJ-042', 'RV-001'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    expectText(await c.wire.get(maps.item('m-00')), 'metadata.resourceVersion');
    const list = await c.wire.get(maps.collection, { query: createdSelector });
    expectText(list, 'metadata.resourceVersion');
    expectText(list, 'items.0.metadata.resourceVersion');
    const watch = await c.wire.watch(maps.collection, {
      ...createdSelector,
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: 'true',
    });
    expectOpen(watch);
    for (const type of ['ADDED', 'BOOKMARK']) {
      const event = await watch.next();
      expectEvent(event, type);
      expectText(event.object, 'metadata.resourceVersion');
    }
    watch.close();
  },
} satisfies Case;
