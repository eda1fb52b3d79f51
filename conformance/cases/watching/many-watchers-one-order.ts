import { versionOf } from '../../wire/expect/list.ts';
import { fieldOf } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { eventName, eventVersion } from '../../wire/expect/watch.ts';
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
    const names = ['m-00', 'm-01', 'm-02', 'm-03', 'm-04'];
    for (const n of ['x', 'y', 'z'])
      await Promise.all(
        names.map(async (name) => expectOk(await c.wire.patch(maps.item(name), 'merge', { data: { n } }))),
      );
    const told = await Promise.all(streams.map((stream) => stream.changes(20)));
    const [first = []] = told;
    for (const events of told) {
      expectEqual('versions of the events', events.map(eventVersion), first.map(eventVersion));
      for (const name of names) {
        const own = events.filter((event) => eventName(event) === name);
        const states = own.map((event) => fieldOf(event.object, 'data.n'));
        expectEqual(`states of ${name}`, states.slice(1), ['x', 'y', 'z']);
      }
    }
  },
} satisfies Case;
