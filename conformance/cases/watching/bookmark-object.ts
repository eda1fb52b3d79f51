// The real API server also puts an annotation on the bookmark that ends the initial events; the vendor profile allows
// it.

import { expectAbsent, expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { eventVersion, expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'bookmark-object',
  title: 'The object of a bookmark MUST have the watched kind and hold nothing but the version.',
  requirements: ['WATCH-005', 'WATCH-006', 'EVT-015', 'WATCH-035U'],
  needs: ['namespace'],
  async run(c) {
    const stream = await c.wire.watch(c.resource('v1', 'configmaps').collection, {
      labelSelector: 'none=here',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: 'true',
    });
    expectOpen(stream);
    const bookmark = await stream.next();
    expectEvent(bookmark, 'BOOKMARK');
    expectField(bookmark.object, 'kind', 'ConfigMap');
    expectField(bookmark.object, 'apiVersion', 'v1');
    eventVersion(bookmark);
    const annotated = c.vendor.behaviour.bookmarkAnnotation;
    const keys = Object.keys(fieldOf(bookmark.object, 'metadata') as object).filter(
      (key) => key !== 'creationTimestamp',
    );
    expectEqual(
      'metadata keys of the bookmark',
      keys.sort(),
      annotated ? ['annotations', 'resourceVersion'] : ['resourceVersion'],
    );
    if (annotated)
      expectField(bookmark.object, ['metadata', 'annotations', c.vendor.fill('{api}/initial-events-end')], 'true');
    expectAbsent(bookmark.object, 'data');
  },
} satisfies Case;
