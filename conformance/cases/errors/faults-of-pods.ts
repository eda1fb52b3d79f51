import type { Case } from '../../contract/case.ts';
import { podFaults } from '../../fixtures/faulty/data/pod-faults.ts';
import { podObjects } from '../../fixtures/faulty/sound-objects.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-pods',
  title:
    'Each field of a pod that is wrong, left out or there twice SHOULD be named in the answer with the reason, and no other field.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, podObjects, podFaults),
} satisfies Case;
