import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { authorizationStartVerdicts } from '../../fixtures/started/data/authorization-start-verdicts.ts';
import { authorizationStarts } from '../../fixtures/started/data/authorization-starts.ts';
import { judgeStarts } from '../../fixtures/started/start-table.ts';

export default {
  id: 'authorizers-in-words',
  title:
    'A server that does not start with a file of authorizers SHOULD name all faults in it, each by its field and in the same words.',
  requirements: [
    'AUTHZ-003',
    'AUTHZ-005',
    'AUTHZ-042',
    'ERR-028',
    'WHAUTHZ-003',
    'WHAUTHZ-004',
    'WHAUTHZ-005',
    'WHAUTHZ-015',
    'WHAUTHZ-016',
  ],
  needs: ['launch-server'],
  run: (c) => expectRows(c, judgeStarts(authorizationStarts), authorizationStartVerdicts),
} satisfies Case;
