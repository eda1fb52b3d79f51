// Cluster role bindings: the subjects of a cluster role, in the whole cluster.

import type { KindRecord } from '../../contract/kind.ts';
import { bindingStrategy } from './binding/binding-rules.ts';
import { bindingPrinter } from './binding/binding-table.ts';

export default {
  group: 'rbac.authorization.{api}',
  kind: 'ClusterRoleBinding',
  name: 'clusterrolebindings',
  namespaced: false,
  versions: [{ version: 'v1' }],
  strategy: bindingStrategy,
  printer: bindingPrinter,
} satisfies KindRecord;
