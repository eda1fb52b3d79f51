import type { Case } from '../../contract/case.ts';
import { builtInWrites } from '../../fixtures/sequences/data/built-in-writes.ts';
import { expectRecordedWrites, builtInPlans } from '../../fixtures/sequences/recorded-writes.ts';

export default {
  id: 'built-in-writes',
  title:
    'Writes of built-in kinds by several managers MUST give each field the value and the owners that the order of writes decides.',
  requirements: ['APPLY-030', 'APPLY-033', 'APPLY-039', 'APPLY-040', 'APPLY-041', 'APPLY-043'],
  needs: ['namespace'],
  run: async (c) => expectRecordedWrites(c, builtInPlans(), builtInWrites),
} satisfies Case;
