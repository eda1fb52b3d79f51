import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { auditLogVerdicts } from '../../fixtures/started/data/audit-log-verdicts.ts';
import { auditLogStarts } from '../../fixtures/started/data/audit-log-starts.ts';
import { judgeStarts } from '../../fixtures/started/start-table.ts';

export default {
  id: 'audit-files-in-words',
  title:
    'A server SHOULD start with an audit policy only if it can be read, and with flags of its log that make sense.',
  requirements: ['VERS-078'],
  needs: ['launch-server'],
  run: (c) => expectRows(c, judgeStarts(auditLogStarts), auditLogVerdicts),
} satisfies Case;
