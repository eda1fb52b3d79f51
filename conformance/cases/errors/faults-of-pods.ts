import type { Case } from '../../contract/case.ts';
import { podFaults } from '../../fixtures/faulty/data/pod-faults.ts';
import { podObjects } from '../../fixtures/faulty/sound-objects.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-pods',
  title: 'Errors SHOULD name exactly the invalid, missing or duplicate fields of a pod, with their reasons.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, podObjects, podFaults),
} satisfies Case;
