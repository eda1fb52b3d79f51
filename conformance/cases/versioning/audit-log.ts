import type { Case } from '../../contract/case.ts';
import { auditAll } from '../../fixtures/audited/audit-table.ts';
import { auditEvents } from '../../fixtures/audited/data/audit-events.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';

export default {
  id: 'audit-log',
  title:
    'The audit log SHOULD hold each request at the level of its policy, with who asked for what, the answer and the reason.',
  requirements: ['VERS-078'],
  needs: ['launch-server'],
  run: (c) => expectRows(c, auditAll, auditEvents),
} satisfies Case;
