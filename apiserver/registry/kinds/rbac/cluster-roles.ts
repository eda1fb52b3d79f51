// Cluster roles: what may be done everywhere, to objects and to paths.

import type { KindRecord } from '../../contract/kind.ts';
import { clusterRoleStrategy } from './role/role-rules.ts';

export default {
  group: 'rbac.authorization.{api}',
  kind: 'ClusterRole',
  name: 'clusterroles',
  namespaced: false,
  versions: [{ version: 'v1' }],
  strategy: clusterRoleStrategy,
} satisfies KindRecord;
