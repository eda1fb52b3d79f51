import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { policyRunVerdicts } from '../../fixtures/rule/data/policy-run-verdicts.ts';
import { judgePolicyRuns } from '../../fixtures/recorded/policy-run-table.ts';

export default {
  id: 'policies-fail-as-recorded',
  title:
    'A policy that fails for an object SHOULD refuse it, warn or let it pass as recorded, with each failure policy.',
  requirements: ['ADM-019', 'CEL-003', 'CEL-044', 'CEL-045', 'CEL-054'],
  needs: ['namespace'],
  run: (c) => expectRows(c, judgePolicyRuns, policyRunVerdicts),
} satisfies Case;
