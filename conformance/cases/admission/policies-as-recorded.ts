import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { policyVerdicts } from '../../fixtures/rule/data/policy-verdicts.ts';
import { judgePolicies } from '../../fixtures/recorded/policy-table.ts';

export default {
  id: 'policies-as-recorded',
  title: 'Parts of admission policies and bindings SHOULD be taken, completed and refused as recorded.',
  requirements: ['CEL-006', 'CEL-007', 'CEL-043', 'ERR-020U', 'DRY-006', 'DRY-008'],
  run: (c) => expectRows(c, judgePolicies, policyVerdicts),
} satisfies Case;
