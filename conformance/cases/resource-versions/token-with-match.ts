import { continueOf } from '../../wire/expect/list.ts';
import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'token-with-match',
  title: 'A token together with resourceVersionMatch SHOULD be refused.',
  requirements: ['RV-031U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const first = await c.wire.get(maps.collection, { query: { limit: '1' } });
    for (const resourceVersionMatch of ['Exact', 'NotOlderThan']) {
      expectRefused(
        await c.wire.get(maps.collection, { query: { limit: '1', continue: continueOf(first), resourceVersionMatch } }),
      );
    }
  },
} satisfies Case;
