import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { flagStartVerdicts } from '../../fixtures/started/data/flag-start-verdicts.ts';
import { flagStarts } from '../../fixtures/started/data/flag-starts.ts';
import { judgeStarts } from '../../fixtures/started/start-table.ts';

export default {
  id: 'flags-at-their-limits',
  title: 'A server SHOULD start with every value of a flag that has a meaning, and MUST NOT with any other.',
  requirements: ['AUTHZ-040', 'OIDC-052', 'OIDC-070'],
  needs: ['launch-server'],
  run: (c) => expectRows(c, judgeStarts(flagStarts), flagStartVerdicts),
} satisfies Case;
