import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { expressionVerdicts } from '../../fixtures/rule/data/expression-verdicts.ts';
import { judgeExpressions } from '../../fixtures/recorded/expression-table.ts';

export default {
  id: 'expressions-as-recorded',
  title:
    'Odd and wrong expressions SHOULD have the values, the errors and the faults, with their texts, that were recorded.',
  requirements: [
    'CEL-006',
    'CEL-007',
    'CEL-009',
    'CEL-010',
    'CEL-012',
    'CEL-013',
    'CEL-014',
    'CEL-015',
    'CEL-016',
    'CEL-018',
    'CEL-019',
    'CEL-042',
  ],
  needs: ['namespace'],
  run: (c) => expectRows(c, judgeExpressions, expressionVerdicts),
} satisfies Case;
