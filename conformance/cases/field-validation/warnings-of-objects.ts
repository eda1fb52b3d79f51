import type { Case } from '../../contract/case.ts';
import { warnings } from '../../fixtures/faulty/data/warnings.ts';
import { verdictTables } from '../../fixtures/faulty/verdict-tables.ts';
import { expectVerdicts } from '../../fixtures/faulty/verdicts.ts';

export default {
  id: 'warnings-of-objects',
  title:
    'A service SHOULD warn of outdated, contradicting and repeated fields, and MUST take an object that it only warns of.',
  requirements: ['ERR-018', 'DRY-006', 'DRY-008'],
  needs: ['namespace'],
  run: (c) => expectVerdicts(c, verdictTables['warnings-of-objects'], warnings),
} satisfies Case;
