// Reviews of whether a user may do something.

import type { KindRecord } from '../../contract/kind.ts';
import { createOnly } from '../row/verbs.ts';

export default {
  group: 'authorization.{api}',
  kind: 'SubjectAccessReview',
  name: 'subjectaccessreviews',
  namespaced: false,
  versions: [{ version: 'v1' }],
  verbs: createOnly,
} satisfies KindRecord;
