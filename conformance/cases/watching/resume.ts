import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { eventName, eventVersion, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { expectNextChange } from '../../fixtures/lasting.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'resume',
  title: 'A watch MUST be resumable from the version of any recent event, without loss or repetition.',
  requirements: ['WATCH-020', 'WATCH-049'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 6);
    const first = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: versions[0] ?? '' });
    expectOpen(first);
    const events = await first.changes(2);
    first.close();
    const last = events.at(-1);
    if (last === undefined) return;
    const second = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: eventVersion(last) });
    expectOpen(second);
    expectEqual('names after the resumption', (await second.changes(3)).map(eventName), ['m-03', 'm-04', 'm-05']);
    const later = await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'later' } });
    expectOk(later);
    await expectNextChange(second, later);
  },
} satisfies Case;
