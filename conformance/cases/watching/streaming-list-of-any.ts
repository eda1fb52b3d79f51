import { eventName, expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'streaming-list-of-any',
  title:
    'A streaming list from version 0 SHOULD start with the objects of some state, and continue with every later change.',
  requirements: ['VERB-088U', 'WATCH-038', 'EVT-006', 'WATCH-043'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const stream = await c.eventually(async () => {
      const opened = await c.wire.watch(maps.collection, {
        ...createdSelector,
        resourceVersion: '0',
        resourceVersionMatch: 'NotOlderThan',
        sendInitialEvents: 'true',
      });
      expectOpen(opened);
      const initial = await opened.changes(2);
      for (const event of initial) expectEvent(event, 'ADDED');
      expectEqual('names of the first events', initial.map(eventName).sort(), ['m-00', 'm-01']);
      return opened;
    });
    expectOk(await c.wire.patch(maps.item('m-01'), 'merge', { data: { n: 'changed' } }));
    expectEvent(await stream.nextChange(), 'MODIFIED', 'm-01');
  },
} satisfies Case;
