import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'not-older-than-without-version',
  title: 'The match NotOlderThan without version MUST be refused on a list.',
  requirements: ['RV-025', 'RV-028', 'RV-033', 'RV-032U', 'VERB-061'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    for (const query of [{}, { limit: '1' }]) {
      expectRefused(await c.wire.get(maps.collection, { query: { ...query, resourceVersionMatch: 'NotOlderThan' } }));
    }
  },
} satisfies Case;
