import { versionOf } from '../../wire/expect/list.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../case.ts';
import { stockSelector } from '../stock.ts';

export default {
  id: 'headers-before-events',
  title: 'A watch without events MUST be answered at once.',
  requirements: ['WATCH-041', 'VERB-023'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const start = versionOf(await c.wire.get(maps.collection));
    const began = c.clock.monotonic();
    // Services put objects of their own into a fresh namespace.
    const stream = await c.wire.watch(maps.collection, { ...stockSelector, resourceVersion: start });
    expectOpen(stream);
    const took = c.clock.monotonic() - began;
    expectThat('time to the headers', took < 5000, 'below 5 s', `${Math.round(took)} ms`);
  },
} satisfies Case;
