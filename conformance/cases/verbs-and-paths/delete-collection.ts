import { expectNames } from '../../wire/expect/list.ts';
import { expectDeleted } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'delete-collection',
  title: 'DELETE of a collection MUST remove every object of it that is selected and no other.',
  requirements: ['VERB-040', 'VERB-041', 'VERB-049', 'VERB-055U', 'DEL-037', 'VERB-052U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 4);
    const options = { kind: 'DeleteOptions', apiVersion: 'v1' };
    expectDeleted(await c.wire.delete(maps.collection, options, { query: { labelSelector: 'parity=even' } }));
    await c.eventually(async () =>
      expectNames(await c.wire.get(maps.collection, { query: createdSelector }), ['m-01', 'm-03']),
    );
    expectDeleted(await c.wire.delete(maps.collection, undefined, { query: createdSelector }));
    await c.eventually(async () => expectNames(await c.wire.get(maps.collection, { query: createdSelector }), []));
  },
} satisfies Case;
