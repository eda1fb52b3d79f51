// Self subject reviews: return the authenticated user of the request.

import type { KindRecord } from '../../contract/kind.ts';
import { createOnly } from '../row/verbs.ts';

export default {
  group: 'authentication.{api}',
  kind: 'SelfSubjectReview',
  name: 'selfsubjectreviews',
  namespaced: false,
  versions: [{ version: 'v1' }],
  verbs: createOnly,
} satisfies KindRecord;
