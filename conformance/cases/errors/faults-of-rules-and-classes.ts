import type { Case } from '../../contract/case.ts';
import { otherAFaults } from '../../fixtures/faulty/data/other-a-faults.ts';
import { otherObjects } from '../../fixtures/faulty/sound-objects.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-rules-and-classes',
  title:
    'Errors SHOULD name exactly the invalid, missing or duplicate fields of network, RBAC and storage objects, with their reasons.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, otherObjects, otherAFaults),
} satisfies Case;
