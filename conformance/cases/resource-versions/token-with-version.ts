import { continueOf } from '../../wire/expect/list.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'token-with-version',
  title: 'A token together with a version other than 0 MUST be answered 400.',
  requirements: ['RV-018', 'ERR-003'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 2);
    const first = await c.wire.get(maps.collection, { query: { limit: '1' } });
    const query = { limit: '1', continue: continueOf(first), resourceVersion: versions[1] ?? '' };
    expectFailure(await c.wire.get(maps.collection, { query }), 400, 'BadRequest');
  },
} satisfies Case;
