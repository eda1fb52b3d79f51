import type { Case } from '../../contract/case.ts';
import { workloadBFaults } from '../../fixtures/faulty/data/workload-b-faults.ts';
import { workloadObjects } from '../../fixtures/faulty/sound-objects.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-scaled-workloads',
  title:
    'Each field of an object that starts or scales workloads that is wrong, left out or there twice SHOULD be named in the answer with the reason, and no other field.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, workloadObjects, workloadBFaults),
} satisfies Case;
