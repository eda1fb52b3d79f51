import type { Case } from '../../contract/case.ts';
import { workloadAFaults } from '../../fixtures/faulty/data/workload-a-faults.ts';
import { workloadObjects } from '../../fixtures/faulty/sound-objects.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-workloads',
  title: 'Errors SHOULD name exactly the invalid, missing or duplicate fields of a workload, with their reasons.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, workloadObjects, workloadAFaults),
} satisfies Case;
