import { versionOf } from '../../wire/expect/list.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import { ExpectationFailed } from '../../wire/contract/failure.ts';
import { limitOf } from '../../wire/time/own-time.ts';
import type { Case } from '../../contract/case.ts';
import { createdSelector } from '../../fixtures/created-objects.ts';

/** Milliseconds that "at once" may take where much else runs. */
const patience = 10_000;

export default {
  id: 'headers-before-events',
  title: 'A watch without events MUST be answered at once.',
  requirements: ['WATCH-041', 'VERB-023'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const start = versionOf(await c.wire.get(maps.collection));
    const limit = limitOf(c.clock, patience);
    // Services put objects of their own into a fresh namespace.
    const opening = c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: start });
    opening.catch(() => {});
    try {
      const stream = await Promise.race([opening, limit.ended]);
      if (stream === undefined) throw new ExpectationFailed('a watch without events', 'its headers', 'none in time');
      expectOpen(stream);
    } finally {
      limit.lift();
    }
  },
} satisfies Case;
