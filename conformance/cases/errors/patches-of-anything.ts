import type { Case } from '../../contract/case.ts';
import { patchResults } from '../../fixtures/asked/data/patch-results.ts';
import { patchAll } from '../../fixtures/asked/patch-table.ts';
import { expectRows } from '../../fixtures/defined-values/recorded-rows.ts';

export default {
  id: 'patches-of-anything',
  title:
    'JSON patches and merge patches SHOULD do what their RFCs say, and be refused as a whole where an operation fails.',
  requirements: ['MEDIA-036', 'MEDIA-037', 'MEDIA-038', 'UPD-012U'],
  needs: ['namespace'],
  run: (c) => expectRows(c, patchAll, patchResults),
} satisfies Case;
