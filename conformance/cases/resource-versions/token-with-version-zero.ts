import { continueOf, expectNames } from '../../wire/expect/list.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'token-with-version-zero',
  title: 'A token together with version 0 MUST be served by the token.',
  requirements: ['RV-017'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const first = await c.wire.get(maps.collection, { query: { ...createdSelector, limit: '1' } });
    const query = { ...createdSelector, limit: '1', continue: continueOf(first), resourceVersion: '0' };
    expectNames(await c.wire.get(maps.collection, { query }), ['m-01']);
  },
} satisfies Case;
