import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { eventName, eventVersion, expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'streaming-list',
  title: 'A streaming list MUST send the initial objects, then a bookmark with the version reached, then changes.',
  requirements: [
    'WATCH-026',
    'WATCH-027',
    'WATCH-028',
    'WATCH-029',
    'WATCH-031',
    'WATCH-033',
    'EVT-006',
    'EVT-014',
    'VERB-066',
    'VERB-065',
  ],
  needs: ['namespace'],
  async run(c) {
    const { maps, names, versions } = await createConfigMaps(c, 3);
    const stream = await c.wire.watch(maps.collection, {
      ...createdSelector,
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: 'true',
    });
    expectOpen(stream);
    const initial = [await stream.next(), await stream.next(), await stream.next()];
    await c.holds(['WATCH-026', 'WATCH-029', 'EVT-006', 'VERB-066'], async () => {
      for (const event of initial) expectEvent(event, 'ADDED');
      expectEqual('names of the initial events', initial.map(eventName).sort(), names);
    });
    const bookmark = await stream.next();
    const endMark = ['metadata', 'annotations', c.vendor.fill('{api}/initial-events-end')];
    await c.holds(['WATCH-027', 'EVT-014', 'VERB-065'], async () => {
      expectEvent(bookmark, 'BOOKMARK');
      if (c.vendor.behaviour.bookmarkAnnotation) expectField(bookmark.object, endMark, 'true');
    });
    const reached = BigInt(eventVersion(bookmark));
    await c.holds('WATCH-031', async () => {
      const isReached = reached >= BigInt(versions[2] ?? '0');
      expectThat('version of the bookmark', isReached, `at least ${versions[2]}`, String(reached));
    });
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { k: '1' } }));
    await c.holds('WATCH-028', async () => expectEvent(await stream.nextChange(), 'MODIFIED', 'm-00'));
    await c.holds('VERB-065', async () => {
      const without = await c.wire.watch(maps.collection, { ...createdSelector, allowWatchBookmarks: 'false' });
      expectOpen(without);
      for (const event of await without.changes(3)) expectEvent(event, 'ADDED');
    });
  },
} satisfies Case;
