// Bindings of pods to nodes: a scheduler creates one, and nothing is stored of it but the place of the pod.

import type { KindRecord } from '../../contract/kind.ts';
import { createOnly } from '../row/verbs.ts';

export default {
  group: '',
  kind: 'Binding',
  name: 'bindings',
  namespaced: true,
  versions: [{ version: 'v1' }],
  verbs: createOnly,
} satisfies KindRecord;
