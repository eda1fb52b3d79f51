import { expectOk } from '../../wire/expect/status.ts';
import { eventVersion, expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'bookmark-is-a-safe-start',
  title: 'A watch from the version of a bookmark MUST deliver every later change.',
  requirements: ['WATCH-023', 'EVT-012'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const first = await c.wire.watch(maps.collection, {
      ...createdSelector,
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: 'true',
    });
    expectOpen(first);
    const bookmark = [await first.next(), await first.next(), await first.next()][2];
    if (bookmark === undefined) return;
    expectEvent(bookmark, 'BOOKMARK');
    first.close();
    expectOk(await c.wire.patch(maps.item('m-01'), 'merge', { data: { k: '1' } }));
    const second = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: eventVersion(bookmark) });
    expectOpen(second);
    expectEvent(await second.nextChange(), 'MODIFIED', 'm-01');
    const later = await c.wire.patch(maps.item('m-00'), 'merge', { data: { k: '2' } });
    expectOk(later);
    await expectNextChange(second, later);
  },
} satisfies Case;
