import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { limits } from '../../wire/contract/limits.ts';
import { versionOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { eventVersion, expectOpen } from '../../wire/expect/watch.ts';
import type { WatchEvent } from '../../wire/exchange/watch.ts';

export default {
  id: 'bookmarks-on-the-way',
  title: 'A bookmark MUST come after every change up to its version, and MUST NOT be sent without being requested.',
  requirements: ['WATCH-005', 'WATCH-022', 'WATCH-023', 'EVT-011', 'EVT-012', 'EVT-015'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 2);
    const query = { ...createdSelector, resourceVersion: versions[1] ?? '', timeoutSeconds: '8' };
    const asking = await c.wire.watch(maps.collection, { ...query, allowWatchBookmarks: 'true' });
    const silent = await c.wire.watch(maps.collection, query);
    const refusing = await c.wire.watch(maps.collection, { ...query, allowWatchBookmarks: 'false' });
    for (const stream of [asking, silent, refusing]) expectOpen(stream);
    const written: string[] = [];
    const over = new AbortController();
    const ended = Promise.all([asking, silent, refusing].map((stream) => stream.untilEnd(limits.request))).finally(() =>
      over.abort(),
    );
    // Write for as long as the watches last, so that a change is in flight whenever a bookmark is made.
    for (let count = 0; !over.signal.aborted; count += 1) {
      const changed = await c.wire.patch(maps.item(`m-0${count % 2}`), 'merge', { data: { n: `c${count}` } });
      expectOk(changed);
      written.push(versionOf(changed));
      await c.clock.sleep(50);
    }
    const [told = [], ...others] = await ended;
    await c.holds(['WATCH-022', 'EVT-011'], async () => {
      for (const events of others) expectEqual('bookmarks unasked', events.filter(isBookmark).length, 0);
    });
    const bookmarks = told.filter(isBookmark);
    await c.holds(['WATCH-023', 'EVT-012'], async () => {
      if (bookmarks.length === 0) throw new NotObservable('no bookmark came within 8 s, and none has to');
      for (const bookmark of bookmarks) {
        const upTo = BigInt(eventVersion(bookmark));
        const before = told
          .slice(0, told.indexOf(bookmark))
          .filter((event) => !isBookmark(event))
          .map(eventVersion);
        const due = written.filter((version) => BigInt(version) <= upTo);
        expectEqual(`changes before the bookmark at ${upTo}`, before, due);
      }
    });
    await c.holds(['WATCH-005', 'EVT-015'], async () => {
      if (bookmarks.length === 0) throw new NotObservable('no bookmark came within 8 s, and none has to');
      for (const { object } of bookmarks) {
        const { kind, metadata, data } = object as Readonly<Record<string, unknown>>;
        const keys = Object.keys(metadata as object).filter((key) => key !== 'creationTimestamp');
        expectEqual(
          'kind, metadata and data of a bookmark',
          [kind, keys, data],
          ['ConfigMap', ['resourceVersion'], undefined],
        );
      }
    });
  },
} satisfies Case;

function isBookmark({ type }: WatchEvent): boolean {
  return type === 'BOOKMARK';
}
