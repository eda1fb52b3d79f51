import { eventName, expectOpen, expectRemoval } from '../../wire/expect/watch.ts';
import { expectNames } from '../../wire/expect/list.ts';
import { expectDeleted } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'delete-collection',
  title: 'DELETE of a collection MUST delete every selected object and no other.',
  requirements: ['VERB-040', 'VERB-041', 'VERB-049', 'VERB-055U', 'VERB-052U'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 4);
    const stream = await c.wire.watch(maps.collection, { ...createdSelector, resourceVersion: versions[3] ?? '' });
    expectOpen(stream);
    const options = { kind: 'DeleteOptions', apiVersion: 'v1' };
    expectDeleted(await c.wire.delete(maps.collection, options, { query: { labelSelector: 'parity=even' } }));
    await c.eventually(async () =>
      expectNames(await c.wire.get(maps.collection, { query: createdSelector }), ['m-01', 'm-03']),
    );
    await c.holds('VERB-049', async () => {
      const removed = await stream.changes(2);
      for (const [index, event] of removed.sort((a, b) => eventName(a).localeCompare(eventName(b))).entries())
        expectRemoval(event, `m-0${index * 2}`);
    });
    expectDeleted(await c.wire.delete(maps.collection, undefined, { query: createdSelector }));
    await c.eventually(async () => expectNames(await c.wire.get(maps.collection, { query: createdSelector }), []));
  },
} satisfies Case;
