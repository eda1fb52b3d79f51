import type { Case } from '../../contract/case.ts';
import { believingHeaders, identifyAll } from '../../fixtures/callers/caller-table.ts';
import { identifiedCallers } from '../../fixtures/callers/data/identified-callers.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';

export default {
  id: 'callers-by-headers',
  title:
    'Headers about the caller MUST be believed or refused as of whom they are, with all their values in their order.',
  requirements: [
    'AUTHN-002',
    'IMP-005',
    'IMP-006',
    'IMP-008',
    'IMP-024',
    'REQHDR-007',
    'REQHDR-008',
    'REQHDR-009',
    'REQHDR-010',
    'REVIEW-002',
  ],
  needs: ['namespace'],
  launch: believingHeaders,
  run: (c) => expectRows(c, identifyAll, identifiedCallers),
} satisfies Case;
