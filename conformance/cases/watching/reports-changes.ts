import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { eventVersion, expectEvent, expectOpen, expectRemoval } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'reports-changes',
  title: 'A watch MUST report creations, updates, patches and the deletion after its version, in order.',
  requirements: [
    'WATCH-002',
    'WATCH-003',
    'WATCH-007',
    'WATCH-008',
    'WATCH-009',
    'WATCH-010',
    'WATCH-011',
    'EVT-003',
    'EVT-008',
    'EVT-009',
    'EVT-016U',
    'VERB-024',
  ],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const start = versionOf(await c.wire.get(maps.collection));
    const stream = await c.wire.watch(maps.collection, { resourceVersion: start, fieldSelector: 'metadata.name=a' });
    expectOpen(stream);
    const created = await createObject(c, maps.collection, configMap('a', { k: '1' }));
    const updated = await c.wire.put(maps.item('a'), { ...(created.json() as object), data: { k: '2' } });
    expectOk(updated);
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { data: { k: '3' } }));
    expectDeleted(await c.wire.delete(maps.item('a')));
    const [added, modified, patched, removed] = await stream.changes(4);
    if (added === undefined || modified === undefined || patched === undefined || removed === undefined) return;
    await c.holds(['WATCH-008', 'EVT-003'], async () => {
      expectEvent(added, 'ADDED', 'a');
      expectField(added.object, 'data.k', '1');
      expectEqual('version of the event', eventVersion(added), versionOf(created));
    });
    await c.holds(['WATCH-009', 'EVT-008'], async () => {
      expectEvent(modified, 'MODIFIED', 'a');
      expectField(modified.object, 'data.k', '2');
      expectEqual('version of the event', eventVersion(modified), versionOf(updated));
    });
    await c.holds(['WATCH-010', 'EVT-009'], async () => {
      expectEvent(patched, 'MODIFIED', 'a');
      expectField(patched.object, 'data.k', '3');
    });
    await c.holds(['WATCH-011', 'EVT-016U'], async () => expectRemoval(removed, 'a'));
    await c.holds('WATCH-003', async () => {
      for (const event of [added, modified, patched])
        expectThat('type', ['ADDED', 'MODIFIED'].includes(event.type), 'ADDED or MODIFIED', event.type);
    });
    await expectNextChange(stream, await createObject(c, maps.collection, configMap('a', { k: '4' })));
  },
} satisfies Case;
