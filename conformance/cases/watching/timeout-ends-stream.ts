import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import { limits } from '../../wire/contract/limits.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'timeout-ends-stream',
  title: 'A watch MUST end by itself after timeoutSeconds, without an error event.',
  requirements: ['VERB-023', 'WATCH-044U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const began = c.clock.monotonic();
    const stream = await c.wire.watch(maps.collection, { ...createdSelector, timeoutSeconds: '2' });
    expectOpen(stream);
    const events = await stream.untilEnd(limits.event);
    const took = c.clock.monotonic() - began;
    expectThat('length of the watch', took > 1_800, 'about 2 s', `${Math.round(took)} ms`);
    expectEqual(
      'types of all events',
      events.map((event) => event.type),
      ['ADDED'],
    );
  },
} satisfies Case;
