import type { Case } from '../../contract/case.ts';
import { coreFaults } from '../../fixtures/faulty/data/core-faults.ts';
import { coreObjects } from '../../fixtures/faulty/sound-objects.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-core-objects',
  title: 'Errors SHOULD name exactly the invalid, missing or duplicate fields of a core object, with their reasons.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, coreObjects, coreFaults),
} satisfies Case;
