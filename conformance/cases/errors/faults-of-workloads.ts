import type { Case } from '../../contract/case.ts';
import { workloadFaults } from '../../fixtures/faulty/data/workload-faults.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-workloads',
  title:
    'Errors SHOULD name exactly the invalid, missing or duplicate fields of a workload, and unset fields get their defaults.',
  requirements: ['ERR-020U', 'FVAL-028U', 'DRY-006', 'DRY-008'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['faults-of-workloads'], workloadFaults),
} satisfies Case;
