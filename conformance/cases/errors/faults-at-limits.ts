import type { Case } from '../../contract/case.ts';
import { limitFaults } from '../../fixtures/faulty/data/limit-faults.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-at-limits',
  title:
    'Values at the limit of a field SHOULD be taken, those beyond it refused, and unset fields get their defaults.',
  requirements: ['ERR-020U', 'FVAL-028U', 'DRY-006', 'DRY-008'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['faults-at-limits'], limitFaults),
} satisfies Case;
