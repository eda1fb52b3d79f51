import { versionOf } from '../../wire/expect/list.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { eventVersion } from '../../wire/expect/watch.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'many-watchers-one-order',
  title: 'All watches of one collection MUST report the same changes in the same order.',
  requirements: ['WATCH-013'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const start = versionOf(await c.wire.get(maps.collection));
    const query = { ...createdSelector, resourceVersion: start };
    const streams = await Promise.all([1, 2, 3, 4].map(() => c.wire.watch(maps.collection, query)));
    await createConfigMaps(c, 5);
    const orders = await Promise.all(streams.map(async (stream) => (await stream.changes(5)).map(eventVersion)));
    for (const order of orders) expectEqual('versions of the events', order, orders[0]);
  },
} satisfies Case;
