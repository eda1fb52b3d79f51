import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { plugInOutcomes } from '../../fixtures/admitted/data/plug-in-outcomes.ts';
import { judgePlugIns } from '../../fixtures/recorded/scenario-tables.ts';

export default {
  id: 'plug-ins-in-words',
  title: 'Built-in plug-ins MUST complete and refuse objects, and SHOULD say why in the same words.',
  requirements: ['ADM-010', 'ADM-012'],
  needs: ['namespace', 'impersonation', 'rbac'],
  run: (c) => expectRows(c, judgePlugIns, plugInOutcomes),
} satisfies Case;
