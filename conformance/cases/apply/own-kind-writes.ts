import type { Case } from '../../contract/case.ts';
import { ownKindWrites } from '../../fixtures/sequences/data/own-kind-writes.ts';
import { expectRecordedWrites, ownPlans } from '../../fixtures/sequences/recorded-writes.ts';

export default {
  id: 'own-kind-writes',
  title:
    'Writes of an own kind by several managers MUST give each field the value and the owners that the order of writes decides.',
  requirements: ['APPLY-030', 'APPLY-033', 'APPLY-039', 'APPLY-040', 'APPLY-041', 'APPLY-043'],
  needs: ['namespace'],
  run: async (c) => expectRecordedWrites(c, await ownPlans(c), ownKindWrites),
} satisfies Case;
