import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { eventName, eventVersion, expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'streaming-list-of-version',
  title: 'A streaming list from a version MUST reach that version before its bookmark.',
  requirements: ['WATCH-032'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 2);
    const stream = await c.wire.watch(maps.collection, {
      ...createdSelector,
      resourceVersion: versions[1] ?? '',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: 'true',
    });
    expectOpen(stream);
    const events = [await stream.next(), await stream.next()];
    expectEqual('names before the bookmark', events.map(eventName).sort(), ['m-00', 'm-01']);
    const bookmark = await stream.next();
    expectEvent(bookmark, 'BOOKMARK');
    expectThat(
      'version of the bookmark',
      BigInt(eventVersion(bookmark)) >= BigInt(versions[1] ?? '0'),
      `at least ${versions[1]}`,
      eventVersion(bookmark),
    );
  },
} satisfies Case;
