import { expectNames } from '../../wire/expect/list.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'negative-limit',
  title: 'A limit of zero SHOULD mean no chunking.',
  requirements: ['LIST-025', 'LIST-020U'],
  needs: ['namespace'],
  async run(c) {
    const { maps, names } = await createConfigMaps(c, 3);
    expectNames(await c.wire.get(maps.collection, { query: { ...createdSelector, limit: '0' } }), names);
  },
} satisfies Case;
