import type { Case } from '../../contract/case.ts';
import { hookFaults } from '../../fixtures/faulty/data/hook-faults.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-hooks',
  title:
    'Errors SHOULD name exactly the invalid, missing or duplicate fields of flow control, admission and event objects, and unset fields get their defaults.',
  requirements: ['ERR-020U', 'FVAL-028U', 'DRY-006', 'DRY-008'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['faults-of-hooks'], hookFaults),
} satisfies Case;
