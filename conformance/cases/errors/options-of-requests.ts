import type { Case } from '../../contract/case.ts';
import { askAll } from '../../fixtures/asked/asked-table.ts';
import { answers } from '../../fixtures/asked/data/answers.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';

export default {
  id: 'options-of-requests',
  title: 'Options of requests SHOULD be read, combined and refused in the same order and with the same words.',
  requirements: ['VERB-075U', 'VERB-062', 'VERB-090', 'LIST-020U', 'DRY-026U'],
  needs: ['namespace'],
  run: (c) => expectRows(c, askAll, answers),
} satisfies Case;
