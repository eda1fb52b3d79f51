import type { Case } from '../../contract/case.ts';
import { languageFacts } from '../../fixtures/rule/data/language-facts.ts';
import { judgeFacts } from '../../fixtures/rule/rule-facts.ts';

export default {
  id: 'rules-compute',
  title: 'Literals, operators, macros, conversions and optional values MUST have their documented results and errors.',
  requirements: ['CEL-008', 'CEL-009', 'CEL-011', 'CEL-019', 'CEL-020'],
  needs: ['namespace'],
  run: (c) => judgeFacts(c, languageFacts),
} satisfies Case;
