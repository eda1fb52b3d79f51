import type { Case } from '../../contract/case.ts';
import { gatedStatuses } from '../../fixtures/faulty/data/gated-statuses.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';
import { withFieldsOfFeatures } from '../../fixtures/launches.ts';

export default {
  id: 'statuses-of-gated-fields',
  title: 'Errors SHOULD name exactly the invalid fields of a status that a switched-on feature adds.',
  requirements: ['ERR-020U', 'DRY-006', 'MEDIA-004U'],
  launch: withFieldsOfFeatures,
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['statuses-of-gated-fields'], gatedStatuses),
} satisfies Case;
