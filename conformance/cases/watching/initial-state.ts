import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { eventName, expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'initial-state',
  title: 'A watch without version or from 0 MUST first report every existing object as ADDED, then changes.',
  requirements: ['WATCH-036', 'WATCH-037', 'WATCH-038', 'WATCH-043', 'EVT-004', 'EVT-005'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 3);
    const starts: readonly Record<string, string>[] = [{}, { resourceVersion: '0' }, { resourceVersion: '' }];
    for (const query of starts) {
      const stream = await c.wire.watch(maps.collection, { ...createdSelector, ...query });
      expectOpen(stream);
      const events = await stream.changes(3);
      for (const event of events) expectEvent(event, 'ADDED');
      expectEqual('names of the initial events', events.map(eventName).sort(), names);
      expectOk(await c.wire.patch(maps.item('m-01'), 'merge', { data: { k: JSON.stringify(query) } }));
      expectEvent(await stream.nextChange(), 'MODIFIED', 'm-01');
      stream.close();
    }
  },
} satisfies Case;
