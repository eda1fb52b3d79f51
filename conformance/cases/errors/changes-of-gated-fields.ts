import type { Case } from '../../contract/case.ts';
import { gatedChanges } from '../../fixtures/faulty/data/gated-changes.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';
import { withFieldsOfFeatures } from '../../fixtures/launches.ts';

export default {
  id: 'changes-of-gated-fields',
  title:
    'An update SHOULD be refused exactly where it makes a field that a switched-on feature adds invalid, or must not change it.',
  requirements: ['ERR-020U', 'DRY-006', 'MEDIA-004U'],
  launch: withFieldsOfFeatures,
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['changes-of-gated-fields'], gatedChanges),
} satisfies Case;
