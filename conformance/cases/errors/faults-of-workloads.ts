import type { Case } from '../../contract/case.ts';
import { workloadAFaults } from '../../fixtures/faulty/data/workload-a-faults.ts';
import { workloadObjects } from '../../fixtures/faulty/sound-objects.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-workloads',
  title:
    'Each field of a deployment, or of another object that makes pods, that is wrong, left out or there twice SHOULD be named in the answer with the reason, and no other field.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, workloadObjects, workloadAFaults),
} satisfies Case;
