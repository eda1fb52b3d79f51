// Role bindings: the subjects of a role, in one namespace.

import type { KindRecord } from '../../contract/kind.ts';
import { bindingStrategy } from './binding/binding-rules.ts';
import { bindingPrinter } from './binding/binding-table.ts';

export default {
  group: 'rbac.authorization.{api}',
  kind: 'RoleBinding',
  name: 'rolebindings',
  namespaced: true,
  versions: [{ version: 'v1' }],
  strategy: bindingStrategy,
  printer: bindingPrinter,
} satisfies KindRecord;
