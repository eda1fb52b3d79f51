import { expectNames } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'unknown-parameters',
  title: 'Unknown query parameters SHOULD be ignored, on reads and on writes.',
  requirements: ['VERB-091U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const query = { neverHeardOf: 'x', 'odd name': '' };
    expectNames(await c.wire.get(maps.collection, { query: { ...createdSelector, ...query } }), ['m-00', 'm-01']);
    expectOk(await c.wire.get(maps.item('m-00'), { query }));
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { n: 'changed' } }, { query }));
  },
} satisfies Case;
