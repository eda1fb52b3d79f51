import type { Case } from '../../contract/case.ts';
import { workloadBFaults } from '../../fixtures/faulty/data/workload-b-faults.ts';
import { workloadObjects } from '../../fixtures/faulty/sound-objects.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-scaled-workloads',
  title:
    'Errors SHOULD name exactly the invalid, missing or duplicate fields of autoscalers and disruption budgets, with their reasons.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, workloadObjects, workloadBFaults),
} satisfies Case;
