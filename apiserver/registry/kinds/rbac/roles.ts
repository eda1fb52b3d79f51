// Roles: what may be done in a namespace.

import type { KindRecord } from '../../contract/kind.ts';
import { roleStrategy } from './role/role-rules.ts';

export default {
  group: 'rbac.authorization.{api}',
  kind: 'Role',
  name: 'roles',
  namespaced: true,
  versions: [{ version: 'v1' }],
  strategy: roleStrategy,
} satisfies KindRecord;
