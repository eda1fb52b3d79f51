import type { Case } from '../../contract/case.ts';
import { laterFacts } from '../../fixtures/rule/data/later-facts.ts';
import { judgeFacts } from '../../fixtures/rule/rule-facts.ts';

export default {
  id: 'rules-call-later-libraries',
  title:
    'Functions for sets, addresses, formats and versions, and macros of two variables, SHOULD have their results and errors.',
  requirements: ['CEL-009'],
  needs: ['namespace'],
  run: (c) => judgeFacts(c, laterFacts),
} satisfies Case;
