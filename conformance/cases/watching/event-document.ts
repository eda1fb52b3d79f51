import { expectField } from '../../wire/expect/object.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'event-document',
  title: 'An event MUST have exactly the keys type and object, and its object the watched kind.',
  requirements: ['WATCH-003', 'WATCH-004', 'EVT-002', 'VERB-027', 'VERB-083U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const stream = await c.wire.watch(maps.collection, createdSelector);
    expectOpen(stream);
    for (const event of await stream.changes(2)) {
      expectEqual('keys of an event', Object.keys(event.document as object).sort(), ['object', 'type']);
      expectField(event.object, 'kind', 'ConfigMap');
      expectField(event.object, 'apiVersion', 'v1');
    }
  },
} satisfies Case;
