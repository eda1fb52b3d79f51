import type { Case } from '../../contract/case.ts';
import { coreChanges } from '../../fixtures/faulty/data/core-changes.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'changes-of-core-objects',
  title:
    'An update of a core object SHOULD be refused exactly where it changes a field that must not change or makes it invalid.',
  requirements: ['ERR-020U', 'DRY-006', 'MEDIA-004U'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['changes-of-core-objects'], coreChanges),
} satisfies Case;
