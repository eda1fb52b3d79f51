import type { Case } from '../../contract/case.ts';
import { ruleFaults } from '../../fixtures/faulty/data/rule-faults.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-rules-and-classes',
  title:
    'Errors SHOULD name exactly the invalid, missing or duplicate fields of network, RBAC and storage objects, and unset fields get their defaults.',
  requirements: ['ERR-020U', 'FVAL-028U', 'DRY-006', 'DRY-008'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['faults-of-rules-and-classes'], ruleFaults),
} satisfies Case;
