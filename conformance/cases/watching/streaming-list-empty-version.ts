import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'streaming-list-empty-version',
  title: 'An empty version of a streaming list MUST be treated like an absent one.',
  requirements: ['WATCH-030'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const stream = await c.wire.watch(maps.collection, {
      ...createdSelector,
      resourceVersion: '',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: 'true',
    });
    expectOpen(stream);
    expectEvent(await stream.next(), 'ADDED', 'm-00');
    expectEvent(await stream.next(), 'BOOKMARK');
  },
} satisfies Case;
