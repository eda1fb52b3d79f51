// Access reviews for the user of the request.

import type { KindRecord } from '../../contract/kind.ts';
import { createOnly } from '../row/verbs.ts';

export default {
  group: 'authorization.{api}',
  kind: 'SelfSubjectAccessReview',
  name: 'selfsubjectaccessreviews',
  namespaced: false,
  versions: [{ version: 'v1' }],
  verbs: createOnly,
} satisfies KindRecord;
