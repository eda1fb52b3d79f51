import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { auditStartVerdicts } from '../../fixtures/started/data/audit-start-verdicts.ts';
import { auditStarts } from '../../fixtures/started/data/audit-starts.ts';
import { judgeStarts } from '../../fixtures/started/start-table.ts';

export default {
  id: 'audit-policies-in-words',
  title:
    'A server SHOULD start with an audit policy that can be used, and otherwise name all faults in it, each by its field.',
  requirements: ['VERS-078'],
  needs: ['launch-server'],
  run: (c) => expectRows(c, judgeStarts(auditStarts), auditStartVerdicts),
} satisfies Case;
