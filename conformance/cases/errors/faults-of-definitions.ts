import type { Case } from '../../contract/case.ts';
import { otherCFaults } from '../../fixtures/faulty/data/other-c-faults.ts';
import { otherObjects } from '../../fixtures/faulty/sound-objects.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-definitions',
  title:
    'Errors SHOULD name exactly the invalid, missing or duplicate fields of a custom resource definition, with their reasons.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, otherObjects, otherCFaults),
} satisfies Case;
