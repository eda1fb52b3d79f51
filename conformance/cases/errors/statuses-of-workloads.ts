import type { Case } from '../../contract/case.ts';
import { workloadStatuses } from '../../fixtures/faulty/data/workload-statuses.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'statuses-of-workloads',
  title: 'Errors SHOULD name exactly the invalid fields of a status of a workload, and a Table shows an accepted one.',
  requirements: ['ERR-020U', 'DRY-006', 'MEDIA-004U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['statuses-of-workloads'], workloadStatuses),
} satisfies Case;
