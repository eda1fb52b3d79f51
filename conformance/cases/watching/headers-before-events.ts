import { versionOf } from '../../wire/expect/list.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import { ExpectationFailed } from '../../wire/contract/failure.ts';
import { limitOf } from '../../wire/time/own-time.ts';
import type { Case } from '../../contract/case.ts';
import { createdSelector } from '../../fixtures/created-objects.ts';

/** "At once" in milliseconds, generous for a busy host. */
const patience = 10_000;

export default {
  id: 'headers-before-events',
  title: 'A watch MUST be answered at once, before it has events.',
  requirements: ['VERB-023'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const start = versionOf(await c.wire.get(maps.collection));
    const limit = limitOf(c.clock, patience);
    // The selector excludes objects that the service creates in a new namespace.
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
