import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'exact-with-version-zero',
  title: 'The match Exact with version 0 MUST be refused.',
  requirements: ['RV-020', 'RV-023', 'RV-032U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const query of [{}, { limit: '1' }]) {
      expectRefused(
        await c.wire.get(maps.collection, { query: { ...query, resourceVersion: '0', resourceVersionMatch: 'Exact' } }),
      );
    }
  },
} satisfies Case;
