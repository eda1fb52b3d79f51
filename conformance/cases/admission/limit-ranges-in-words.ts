import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { limitOutcomes } from '../../fixtures/admitted/data/limit-outcomes.ts';
import { judgeLimits } from '../../fixtures/recorded/scenario-tables.ts';

export default {
  id: 'limit-ranges-in-words',
  title: 'Limit ranges MUST fill in and refuse, and SHOULD name everything outside of the range in the same words.',
  requirements: ['ADM-010', 'ADM-012'],
  needs: ['namespace'],
  run: (c) => expectRows(c, judgeLimits, limitOutcomes),
} satisfies Case;
