import { expectField } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'event-document',
  title: 'An event MUST have exactly the keys type and object, and its object the watched kind.',
  requirements: ['WATCH-003', 'WATCH-004', 'EVT-002', 'VERB-027', 'VERB-083U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const query = { ...createdSelector, sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' };
    const stream = await c.wire.watch(maps.collection, { ...query, allowWatchBookmarks: 'true' });
    expectOpen(stream);
    const expectWhole = async (type: string): Promise<void> => {
      const event = await stream.next();
      // Further bookmarks may come at any time.
      const another = event?.type === 'BOOKMARK' && type !== 'BOOKMARK';
      if (!another) expectEvent(event, type);
      expectEqual('keys of an event', Object.keys(event.document as object).sort(), ['object', 'type']);
      expectField(event.object, 'kind', 'ConfigMap');
      expectField(event.object, 'apiVersion', 'v1');
      if (another) await expectWhole(type);
    };
    for (const type of ['ADDED', 'ADDED', 'BOOKMARK']) await expectWhole(type);
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'changed' } }));
    await expectWhole('MODIFIED');
    expectDeleted(await c.wire.delete(maps.item('m-01')));
    await expectWhole('DELETED');
  },
} satisfies Case;
