import { versionOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'one-item',
  title: 'A watch on an item path MUST report only that object.',
  requirements: ['WATCH-001', 'WATCH-046', 'VERB-025', 'WATCH-007'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const start = versionOf(await c.wire.get(maps.collection));
    const stream = await c.wire.watch(maps.item('m-00'), { resourceVersion: start });
    expectOpen(stream);
    expectOk(await c.wire.patch(maps.item('m-01'), 'merge', { data: { k: '1' } }));
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { k: '1' } }));
    expectEvent(await stream.nextChange(), 'MODIFIED', 'm-00');
    expectOk(await c.wire.patch(maps.item('m-01'), 'merge', { data: { k: '2' } }));
    const later = await c.wire.patch(maps.item('m-00'), 'merge', { data: { k: '2' } });
    expectOk(later);
    await expectNextChange(stream, later);
    // So does what a watch without a version begins with.
    const begun = await c.wire.watch(maps.item('m-00'));
    expectOpen(begun);
    expectEvent(await begun.nextChange(), 'ADDED', 'm-00');
    expectOk(await c.wire.patch(maps.item('m-01'), 'merge', { data: { k: '3' } }));
    const last = await c.wire.patch(maps.item('m-00'), 'merge', { data: { k: '3' } });
    expectOk(last);
    await expectNextChange(begun, last);
  },
} satisfies Case;
