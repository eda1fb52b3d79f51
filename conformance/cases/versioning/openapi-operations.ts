import type { Case } from '../../contract/case.ts';
import { describeOperations } from '../../fixtures/discovery/openapi-operations.ts';
import { operationForms } from '../../fixtures/discovery/data/operation-forms.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'openapi-operations',
  title:
    'The schema documents SHOULD describe each operation, of defined kinds too, with its parameters and media types.',
  requirements: ['VERB-094'],
  needs: ['namespace'],
  launch: plain,
  run: (c) => expectRows(c, describeOperations, operationForms),
} satisfies Case;
