// Reviews that list the rules of the user of the request in a namespace.

import type { KindRecord } from '../../contract/kind.ts';
import { createOnly } from '../row/verbs.ts';

export default {
  group: 'authorization.{api}',
  kind: 'SelfSubjectRulesReview',
  name: 'selfsubjectrulesreviews',
  namespaced: false,
  versions: [{ version: 'v1' }],
  verbs: createOnly,
} satisfies KindRecord;
