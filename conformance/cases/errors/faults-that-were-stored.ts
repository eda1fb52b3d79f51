import type { Case } from '../../contract/case.ts';
import { keptVerdicts } from '../../fixtures/defined-values/data/kept-verdicts.ts';
import { judgeKeptFaults } from '../../fixtures/defined-values/kept-table.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';

export default {
  id: 'faults-that-were-stored',
  title:
    'What an object of a defined kind has had since before its schema SHOULD be kept by updates that leave it as it is, and no other fault.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectRows(c, judgeKeptFaults, keptVerdicts),
} satisfies Case;
