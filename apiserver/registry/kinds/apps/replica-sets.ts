// Replica sets: they keep a number of pods alike.

import type { KindRecord } from '../../contract/kind.ts';
import { podRules } from '../core/pod/pod-spec-validation.ts';
import { replicaPrinter } from '../core/pod/table/template-table.ts';
import { warningsOfTemplates } from '../core/pod/warning/pod-warnings.ts';
import { orElse } from '../fields/selectable-fields.ts';
import { contentGeneration } from '../row/generation.ts';
import { scale } from '../row/verbs.ts';
import { hostNameWarnings } from '../rule/host-names.ts';
import { workload } from './workload/workload.ts';

export default {
  group: 'apps',
  kind: 'ReplicaSet',
  name: 'replicasets',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['rs'],
  categories: ['all'],
  subresources: [scale, 'status'],
  strategy: (vendor) => ({
    ...workload('ReplicaSet', podRules(vendor), {}),
    createWarnings: (object) => hostNameWarnings(object),
    warnings: warningsOfTemplates(vendor),
  }),
  printer: replicaPrinter,
  selectableFields: [orElse('status.replicas', '0')],
  generation: contentGeneration,
} satisfies KindRecord;
