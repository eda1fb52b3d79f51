import type { Case } from '../../contract/case.ts';
import { definedPathAnswers } from '../../fixtures/asked/data/defined-path-answers.ts';
import { askDefinedPaths } from '../../fixtures/asked/defined-path-table.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';

export default {
  id: 'paths-of-defined-kinds',
  title:
    'Each method on each path of a defined kind SHOULD be answered as recorded, and what is not there MUST be 404.',
  requirements: ['ERR-037U'],
  needs: ['namespace'],
  run: (c) => expectRows(c, askDefinedPaths, definedPathAnswers),
} satisfies Case;
