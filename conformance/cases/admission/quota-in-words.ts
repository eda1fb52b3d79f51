import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { quotaOutcomes } from '../../fixtures/admitted/data/quota-outcomes.ts';
import { judgeQuotas } from '../../fixtures/recorded/scenario-tables.ts';

export default {
  id: 'quota-in-words',
  title: 'Quotas MUST count and refuse, and SHOULD say in the same words what exceeds them or is missing.',
  requirements: ['ADM-012', 'ADM-014'],
  needs: ['namespace'],
  run: (c) => expectRows(c, judgeQuotas, quotaOutcomes),
} satisfies Case;
