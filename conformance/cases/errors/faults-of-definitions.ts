import type { Case } from '../../contract/case.ts';
import { definitionFaults } from '../../fixtures/faulty/data/definition-faults.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-definitions',
  title:
    'Errors SHOULD name exactly the invalid, missing or duplicate fields of a custom resource definition, and unset fields get their defaults.',
  requirements: ['ERR-020U', 'FVAL-028U', 'DRY-006', 'DRY-008'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['faults-of-definitions'], definitionFaults),
} satisfies Case;
