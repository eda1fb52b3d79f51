import type { Case } from '../../contract/case.ts';
import { libraryFacts } from '../../fixtures/rule/data/library-facts.ts';
import { judgeFacts } from '../../fixtures/rule/rule-facts.ts';

export default {
  id: 'rules-call-libraries',
  title: 'Functions for strings, lists, patterns, URLs and quantities MUST have their documented results and errors.',
  requirements: ['CEL-013', 'CEL-014', 'CEL-015', 'CEL-016', 'CEL-018'],
  needs: ['namespace'],
  run: (c) => judgeFacts(c, libraryFacts),
} satisfies Case;
