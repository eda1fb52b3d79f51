// Reviews of what a user may do in one namespace.

import type { KindRecord } from '../../contract/kind.ts';
import { createOnly } from '../row/verbs.ts';

export default {
  group: 'authorization.{api}',
  kind: 'LocalSubjectAccessReview',
  name: 'localsubjectaccessreviews',
  namespaced: true,
  versions: [{ version: 'v1' }],
  verbs: createOnly,
} satisfies KindRecord;
