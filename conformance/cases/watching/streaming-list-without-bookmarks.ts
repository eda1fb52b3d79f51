import { expectEqual } from '../../wire/expect/value.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import { limits } from '../../wire/contract/limits.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'streaming-list-without-bookmarks',
  title: 'A streaming list without allowWatchBookmarks MUST NOT get a bookmark.',
  requirements: ['WATCH-034', 'WATCH-022', 'EVT-011', 'VERB-065', 'VERB-089'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const query = {
      ...createdSelector,
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      timeoutSeconds: '3',
    };
    const streams = [
      await c.wire.watch(maps.collection, query),
      await c.wire.watch(maps.collection, { ...query, allowWatchBookmarks: 'false' }),
    ];
    for (const stream of streams) {
      expectOpen(stream);
      const types = (await stream.untilEnd(limits.event)).map((event) => event.type);
      expectEqual('types of all events', types, ['ADDED', 'ADDED']);
    }
  },
} satisfies Case;
