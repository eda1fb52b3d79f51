import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'exact-without-version',
  title: 'The match Exact without version MUST be refused.',
  requirements: ['RV-019', 'RV-022', 'RV-033', 'RV-032U', 'VERB-061'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const query of [{}, { limit: '1' }]) {
      expectRefused(await c.wire.get(maps.collection, { query: { ...query, resourceVersionMatch: 'Exact' } }));
    }
  },
} satisfies Case;
