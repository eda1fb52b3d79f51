import type { Case } from '../../contract/case.ts';
import { coreFaults } from '../../fixtures/faulty/data/core-faults.ts';
import { coreObjects } from '../../fixtures/faulty/sound-objects.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-core-objects',
  title:
    'Each field of an object of the core group that is wrong, left out or there twice SHOULD be named in the answer with the reason, and no other field.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, coreObjects, coreFaults),
} satisfies Case;
