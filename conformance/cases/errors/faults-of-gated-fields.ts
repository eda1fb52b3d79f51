import type { Case } from '../../contract/case.ts';
import { gatedFaults } from '../../fixtures/faulty/data/gated-faults.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';
import { withFieldsOfFeatures } from '../../fixtures/launches.ts';

export default {
  id: 'faults-of-gated-fields',
  title: 'Errors SHOULD name exactly the invalid fields that a switched-on feature adds, and these get their defaults.',
  requirements: ['ERR-020U', 'FVAL-028U', 'DRY-006', 'DRY-008'],
  launch: withFieldsOfFeatures,
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['faults-of-gated-fields'], gatedFaults),
} satisfies Case;
