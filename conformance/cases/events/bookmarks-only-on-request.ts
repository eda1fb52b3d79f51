import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import { limits } from '../../wire/limits.ts';
import type { Case } from '../case.ts';
import { stockConfigMaps, stockSelector } from '../stock.ts';

export default {
  id: 'bookmarks-only-on-request',
  title: 'A watch that did not ask for bookmarks MUST NOT get one.',
  requirements: ['EVT-011', 'WATCH-022', 'VERB-089'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await stockConfigMaps(c, 1);
    const stream = await c.wire.watch(maps.collection, { ...stockSelector, timeoutSeconds: '3' });
    expectOpen(stream);
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { k: '1' } }));
    expectEqual(
      'types of all events',
      (await stream.untilEnd(limits.event)).map((event) => event.type),
      ['ADDED', 'MODIFIED'],
    );
  },
} satisfies Case;
