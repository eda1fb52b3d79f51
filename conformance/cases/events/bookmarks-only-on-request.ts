import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import { limits } from '../../wire/contract/limits.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'bookmarks-only-on-request',
  title: 'A watch that did not ask for bookmarks MUST NOT get one.',
  requirements: ['EVT-011', 'WATCH-022', 'VERB-089'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    for (let time = 1; ; time += 1) {
      const began = c.clock.monotonic();
      const stream = await c.wire.watch(maps.collection, { ...createdSelector, timeoutSeconds: '4' });
      expectOpen(stream);
      expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { k: String(time) } }));
      const isLate = c.clock.monotonic() - began > half;
      const types = (await stream.untilEnd(limits.event)).map((event) => event.type);
      // If the host was suspended, the watch may have ended before the change: try again with another watch.
      if (isLate && time < mostTimes) continue;
      expectEqual('types of all events', types, ['ADDED', 'MODIFIED']);
      return;
    }
  },
} satisfies Case;

/** Half of the timeout of the watch, in milliseconds. */
const half = 2_000;
const mostTimes = 4;
