import type { Case } from '../../contract/case.ts';
import { coreStatuses } from '../../fixtures/faulty/data/core-statuses.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'statuses-of-core-objects',
  title:
    'Errors SHOULD name exactly the invalid fields of a status of a core object, and a Table shows an accepted one.',
  requirements: ['ERR-020U', 'DRY-006', 'MEDIA-004U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['statuses-of-core-objects'], coreStatuses),
} satisfies Case;
