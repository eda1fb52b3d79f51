import { expectField } from '../../wire/expect/object.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { eventVersion, expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'streaming-list-empty-version',
  title: 'An empty version of a streaming list MUST be treated like an absent one.',
  requirements: ['WATCH-030'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    const stream = await c.wire.watch(maps.collection, {
      ...createdSelector,
      resourceVersion: '',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: 'true',
    });
    expectOpen(stream);
    expectEvent(await stream.next(), 'ADDED', 'm-00');
    const bookmark = await stream.next();
    expectEvent(bookmark, 'BOOKMARK');
    const endMark = ['metadata', 'annotations', c.vendor.fill('{api}/initial-events-end')];
    if (c.vendor.behaviour.bookmarkAnnotation) expectField(bookmark.object, endMark, 'true');
    const [reached, created = ''] = [eventVersion(bookmark), ...versions];
    expectThat('version of the bookmark', BigInt(reached) >= BigInt(created), `at least ${created}`, reached);
  },
} satisfies Case;
