import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'unknown-match',
  title: 'Another value of resourceVersionMatch SHOULD be refused.',
  requirements: ['VERB-062'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    for (const resourceVersionMatch of ['Newest', 'exact', 'notOlderThan']) {
      expectRefused(
        await c.wire.get(maps.collection, { query: { resourceVersion: versions[0] ?? '', resourceVersionMatch } }),
      );
    }
  },
} satisfies Case;
