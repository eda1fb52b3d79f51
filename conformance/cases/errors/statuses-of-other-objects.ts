import type { Case } from '../../contract/case.ts';
import { otherStatuses } from '../../fixtures/faulty/data/other-statuses.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'statuses-of-other-objects',
  title:
    'Errors SHOULD name exactly the invalid fields of a status of devices, definitions and policies, and a Table shows an accepted one.',
  requirements: ['ERR-020U', 'DRY-006', 'MEDIA-004U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['statuses-of-other-objects'], otherStatuses),
} satisfies Case;
