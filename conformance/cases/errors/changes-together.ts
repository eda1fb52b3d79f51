import type { Case } from '../../contract/case.ts';
import { replacementChanges } from '../../fixtures/faulty/data/replacement-changes.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'changes-together',
  title:
    'A change SHOULD be refused or taken alike by PUT, PATCH and apply, and only fields that follow from it SHOULD change too.',
  requirements: ['ERR-020U', 'DRY-006', 'DRY-008'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['changes-together'], replacementChanges),
} satisfies Case;
