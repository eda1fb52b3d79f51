import type { Case } from '../../contract/case.ts';
import { reviewAll } from '../../fixtures/callers/review-table.ts';
import { reviewAnswers } from '../../fixtures/callers/data/review-answers.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';

export default {
  id: 'reviews-in-words',
  title:
    'A review of access or of a token SHOULD be answered with the same status, or refused in the same words, whatever is in it.',
  requirements: ['REVIEW-012', 'REVIEW-013', 'REVIEW-022', 'REVIEW-031'],
  needs: ['namespace', 'rbac'],
  run: (c) => expectRows(c, reviewAll, reviewAnswers),
} satisfies Case;
