import { eventVersion, expectEvent, expectOpen, expectRemoval } from '../../wire/expect/watch.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'selection-changes',
  title: 'A watch with a selector MUST report an object as ADDED when it starts to match and as removed when it stops.',
  requirements: ['WATCH-009', 'WATCH-048U', 'VERB-075U'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    const stream = await c.wire.watch(maps.collection, {
      labelSelector: 'parity=odd',
      resourceVersion: versions[0] ?? '',
    });
    expectOpen(stream);
    const label = (parity: string, n: string) =>
      c.wire.patch(maps.item('m-00'), 'merge', { metadata: { labels: { parity } }, data: { n } });
    expectOk(await label('even', '1'));
    expectOk(await label('odd', '2'));
    const added = await stream.nextChange();
    expectEvent(added, 'ADDED', 'm-00');
    expectField(added.object, 'data.n', '2');
    expectOk(await label('odd', '3'));
    expectEvent(await stream.nextChange(), 'MODIFIED', 'm-00');
    const left = await label('even', '4');
    expectOk(left);
    const removed = await stream.nextChange();
    expectRemoval(removed, 'm-00');
    expectField(removed.object, 'data.n', '3');
    expectEqual('version of the removal', eventVersion(removed), fieldOf(left, 'metadata.resourceVersion'));
    expectOk(await label('even', '5'));
    expectOk(await label('odd', '6'));
    const again = await stream.nextChange();
    expectEvent(again, 'ADDED', 'm-00');
    expectField(again.object, 'data.n', '6');
  },
} satisfies Case;
