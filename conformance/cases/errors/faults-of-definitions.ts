import type { Case } from '../../contract/case.ts';
import { otherCFaults } from '../../fixtures/faulty/data/other-c-faults.ts';
import { otherObjects } from '../../fixtures/faulty/sound-objects.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-definitions',
  title:
    'Each field of a definition of a kind that is wrong, left out or there twice SHOULD be named in the answer with the reason, and no other field.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, otherObjects, otherCFaults),
} satisfies Case;
