import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
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
    // A removal in between is among them, in a watch of all namespaces and of one object too.
    expectDeleted(await c.wire.delete(maps.item('m-05')));
    const from = { resourceVersion: eventVersion(last), timeoutSeconds: '20' };
    for (const [path, query] of [
      [maps.collection, createdSelector],
      [maps.collection, { fieldSelector: 'metadata.name=m-05' }],
      ['/api/v1/configmaps', { fieldSelector: `metadata.namespace=${c.namespace},metadata.name=m-05` }],
    ] as const) {
      const again = await c.wire.watch(path, { ...query, ...from });
      expectOpen(again);
      const types: string[] = [];
      while (types.at(-1) !== 'DELETED') {
        const [event] = await again.changes(1);
        if (event !== undefined && eventName(event) === 'm-05') types.push(event.type);
      }
      again.close();
      expectEqual('events of the removed object', types, ['ADDED', 'DELETED']);
    }
  },
} satisfies Case;
