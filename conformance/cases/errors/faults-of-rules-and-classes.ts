import type { Case } from '../../contract/case.ts';
import { otherAFaults } from '../../fixtures/faulty/data/other-a-faults.ts';
import { otherObjects } from '../../fixtures/faulty/sound-objects.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-rules-and-classes',
  title:
    'Each field of an object of networks, rights or storage that is wrong, left out or there twice SHOULD be named in the answer with the reason, and no other field.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, otherObjects, otherAFaults),
} satisfies Case;
