import type { Case } from '../../contract/case.ts';
import { definitionVerdicts } from '../../fixtures/defined-values/data/definition-verdicts.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { judgeDefinitions } from '../../fixtures/defined-values/schema-table.ts';

export default {
  id: 'schemas-of-definitions',
  title: 'Schemas, names, versions, paths and conversions of definitions SHOULD be taken and refused as recorded.',
  requirements: ['ERR-020U', 'FVAL-028U', 'DRY-006', 'DRY-008', 'REMOVED-046', 'REMOVED-047', 'REMOVED-053'],
  run: (c) => expectRows(c, judgeDefinitions, definitionVerdicts),
} satisfies Case;
