import type { Case } from '../../contract/case.ts';
import { otherBFaults } from '../../fixtures/faulty/data/other-b-faults.ts';
import { otherObjects } from '../../fixtures/faulty/sound-objects.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-hooks',
  title:
    'Each field of an object about traffic or admission that is wrong, left out or there twice SHOULD be named in the answer with the reason, and no other field.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, otherObjects, otherBFaults),
} satisfies Case;
