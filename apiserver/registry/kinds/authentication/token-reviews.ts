// Token reviews: return the user of a token.

import type { KindRecord } from '../../contract/kind.ts';
import { createOnly } from '../row/verbs.ts';

export default {
  group: 'authentication.{api}',
  kind: 'TokenReview',
  name: 'tokenreviews',
  namespaced: false,
  versions: [{ version: 'v1' }],
  verbs: createOnly,
} satisfies KindRecord;
