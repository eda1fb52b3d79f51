import type { Case } from '../../contract/case.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';
import { issuerFileVerdicts } from '../../fixtures/started/data/issuer-file-verdicts.ts';
import { issuerFileStarts } from '../../fixtures/started/data/issuer-file-starts.ts';
import { judgeStarts } from '../../fixtures/started/start-table.ts';

export default {
  id: 'issuer-files-in-words',
  title:
    'A server SHOULD start with a file of issuers only if it is a document of the kind, in a version that it knows, and otherwise say what is wrong.',
  requirements: ['OIDC-050U'],
  needs: ['launch-server'],
  run: (c) => expectRows(c, judgeStarts(issuerFileStarts), issuerFileVerdicts),
} satisfies Case;
