import type { Case } from '../../contract/case.ts';
import { otherBFaults } from '../../fixtures/faulty/data/other-b-faults.ts';
import { otherObjects } from '../../fixtures/faulty/sound-objects.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'faults-of-hooks',
  title:
    'Errors SHOULD name exactly the invalid, missing or duplicate fields of flow control and admission objects, with their reasons.',
  requirements: ['ERR-020U', 'FVAL-028U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, otherObjects, otherBFaults),
} satisfies Case;
