import { versionOf } from '../../wire/expect/list.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { eventVersion, expectOpen } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'order-of-changes',
  title: 'Events of one object SHOULD come in the order of its changes, without a gap.',
  requirements: ['WATCH-013'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const start = versionOf(await c.wire.get(maps.item('m-00')));
    const stream = await c.wire.watch(maps.collection, { resourceVersion: start, fieldSelector: 'metadata.name=m-00' });
    expectOpen(stream);
    const written: string[] = [];
    for (let round = 1; round <= 15; round += 1) {
      written.push(versionOf(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: String(round) } })));
    }
    expectEqual('versions of the events', (await stream.changes(15)).map(eventVersion), written);
  },
} satisfies Case;
