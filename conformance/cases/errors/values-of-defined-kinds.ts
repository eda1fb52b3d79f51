import type { Case } from '../../contract/case.ts';
import { valueVerdicts } from '../../fixtures/defined-values/data/value-verdicts.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { judgeValues } from '../../fixtures/defined-values/value-table.ts';

export default {
  id: 'values-of-defined-kinds',
  title: 'Values of the fields of a defined kind SHOULD be taken, pruned and refused exactly as their schemas say.',
  requirements: ['ERR-020U', 'FVAL-028U', 'DRY-006', 'DRY-008'],
  needs: ['namespace'],
  run: (c) => expectRows(c, judgeValues, valueVerdicts),
} satisfies Case;
