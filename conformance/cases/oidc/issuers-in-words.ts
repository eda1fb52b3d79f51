import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { issuerStartVerdicts } from '../../fixtures/started/data/issuer-start-verdicts.ts';
import { issuerStarts } from '../../fixtures/started/data/issuer-starts.ts';
import { judgeStarts } from '../../fixtures/started/start-table.ts';

export default {
  id: 'issuers-in-words',
  title:
    'A server that does not start with a file of issuers SHOULD name all faults in it, each by its field and in the same words.',
  requirements: ['OIDC-002', 'OIDC-013', 'OIDC-019', 'OIDC-024', 'OIDC-033', 'OIDC-079'],
  needs: ['launch-server'],
  run: (c) => expectRows(c, judgeStarts(issuerStarts), issuerStartVerdicts),
} satisfies Case;
