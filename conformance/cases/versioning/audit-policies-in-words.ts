import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { auditPolicyVerdicts } from '../../fixtures/started/data/audit-policy-verdicts.ts';
import { auditPolicyStarts } from '../../fixtures/started/data/audit-policy-starts.ts';
import { judgeStarts } from '../../fixtures/started/start-table.ts';

export default {
  id: 'audit-policies-in-words',
  title:
    'A server SHOULD start with an audit policy that can be used, and otherwise name all faults in it, each by its field.',
  requirements: ['VERS-078'],
  needs: ['launch-server'],
  run: (c) => expectRows(c, judgeStarts(auditPolicyStarts), auditPolicyVerdicts),
} satisfies Case;
