import { type Case, NotObservable } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { limits } from '../../wire/contract/limits.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { eventVersion, expectEvent, expectOpen } from '../../wire/expect/watch.ts';

export default {
  id: 'bookmark-when-idle',
  title: 'A bookmark on an idle watch MUST be a safe start, and MUST NOT be older than the start of that watch.',
  requirements: ['WATCH-023', 'EVT-012'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 2);
    const start = versions[1] ?? '';
    const query = { ...createdSelector, allowWatchBookmarks: 'true', resourceVersion: start, timeoutSeconds: '8' };
    const idle = await c.wire.watch(maps.collection, query);
    expectOpen(idle);
    // The kind changes, but no watched object does.
    await createObject(c, maps.collection, configMap('unwatched'));
    const told = await idle.untilEnd(limits.request);
    expectEqual('events beside bookmarks', told.filter(({ type }) => type !== 'BOOKMARK').length, 0);
    const bookmark = told.at(-1);
    if (bookmark === undefined) throw new NotObservable('no bookmark came within 8 s, and none has to');
    await c.holds('WATCH-023', async () => {
      const order = told.map((event) => BigInt(eventVersion(event)));
      const isOrdered = order.every((version, index) => version >= (order[index - 1] ?? BigInt(start)));
      expectThat(
        'versions of the bookmarks',
        isOrdered,
        `none before the one before it, or ${start}`,
        order.join(', '),
      );
    });
    await c.holds(['WATCH-023', 'EVT-012'], async () => {
      const changed = await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'later' } });
      expectOk(changed);
      const resumed = await c.wire.watch(maps.collection, {
        ...createdSelector,
        resourceVersion: eventVersion(bookmark),
      });
      expectOpen(resumed);
      const next = await resumed.nextChange();
      expectEvent(next, 'MODIFIED', 'm-00');
      expectEqual('version of the first event after it', eventVersion(next), versionOf(changed));
      resumed.close();
    });
  },
} satisfies Case;
