import { versionOf } from '../../wire/expect/list.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEvent, expectOpen, expectRemoval } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'watch-follows-selector',
  title: 'A watch with a selector MUST report an object that starts to match as ADDED and one that stops as DELETED.',
  requirements: ['WATCH-008', 'WATCH-011', 'EVT-003', 'EVT-016U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const list = await c.wire.get(maps.collection);
    const stream = await c.wire.watch(maps.collection, { labelSelector: 'on=yes', resourceVersion: versionOf(list) });
    expectOpen(stream);
    await createObject(c, maps.collection, configMap('a', {}, { labels: { on: 'no' } }));
    const chosen = await c.wire.patch(maps.item('a'), 'merge', { metadata: { labels: { on: 'yes' } } });
    expectOk(chosen);
    expectEvent(await expectNextChange(stream, chosen), 'ADDED', 'a');
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { data: { k: '1' } }));
    expectEvent(await stream.nextChange(), 'MODIFIED', 'a');
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { metadata: { labels: { on: 'no' } } }));
    expectRemoval(await stream.nextChange(), 'a');
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { data: { k: '2' } }));
    const later = await createObject(c, maps.collection, configMap('b', {}, { labels: { on: 'yes' } }));
    expectEvent(await expectNextChange(stream, later), 'ADDED', 'b');
    await c.holds(['WATCH-011', 'EVT-016U'], async () => {
      expectDeleted(await c.wire.delete(maps.item('b')));
      expectRemoval(await stream.nextChange(), 'b');
    });
    // Beside a name the labels decide too, also what a watch begins with.
    const named = (on: string) =>
      c.wire.watch(maps.collection, { fieldSelector: 'metadata.name=a', labelSelector: `on=${on}` });
    const [fitting, other] = [await named('no'), await named('yes')];
    expectEvent(await fitting.nextChange(), 'ADDED', 'a');
    const moved = await c.wire.patch(maps.item('a'), 'merge', { metadata: { labels: { on: 'yes' } } });
    expectOk(moved);
    expectRemoval(await fitting.nextChange(), 'a');
    expectEvent(await expectNextChange(other, moved), 'ADDED', 'a');
  },
} satisfies Case;
