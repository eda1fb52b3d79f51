import { expectOk } from '../../wire/expect/status.ts';
import { expectEvent, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'nothing-before-version',
  title: 'A watch MUST NOT report changes at or before its version.',
  requirements: ['WATCH-012', 'WATCH-040', 'WATCH-041'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 3);
    const silent = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: versions[2] ?? '' });
    expectOpen(silent);
    const stream = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: versions[0] ?? '' });
    expectOpen(stream);
    expectEvent(await stream.nextChange(), 'ADDED', 'm-01');
    expectEvent(await stream.nextChange(), 'ADDED', 'm-02');
    const later = await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'later' } });
    expectOk(later);
    for (const each of [silent, stream]) await expectNextChange(each, later);
  },
} satisfies Case;
