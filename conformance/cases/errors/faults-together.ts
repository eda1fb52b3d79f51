import type { Case } from '../../contract/case.ts';
import { combinationFaults } from '../../fixtures/faulty/data/combination-faults.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-together',
  title: 'Errors SHOULD name exactly the fields of an object that contradict each other.',
  requirements: ['ERR-020U', 'DRY-008'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['faults-together'], combinationFaults),
} satisfies Case;
