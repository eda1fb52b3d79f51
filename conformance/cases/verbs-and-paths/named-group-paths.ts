import { expectList, expectNames } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'named-group-paths',
  title: 'Collections and items of a named group MUST be served in cluster scope, across and inside namespaces.',
  requirements: [
    'VERB-007',
    'VERB-008',
    'VERB-009',
    'VERB-010',
    'VERB-011',
    'RBAC-001',
    'RBAC-005',
    'RBAC-011',
    'VERS-039',
  ],
  needs: ['namespace'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const clusterRoles = c.clusterResource(groupVersion, 'clusterroles');
    expectList(await c.wire.get(clusterRoles.collection), 'ClusterRoleList');
    const name = c.unique('role');
    c.removeLater(clusterRoles.item(name));
    await createObject(c, clusterRoles.collection, role(groupVersion, 'ClusterRole', name, []));
    expectField(await c.wire.get(clusterRoles.item(name)), 'metadata.name', name);
    const roles = c.resource(groupVersion, 'roles');
    await createObject(c, roles.collection, role(groupVersion, 'Role', 'r', []));
    expectNames(await c.wire.get(roles.collection), ['r']);
    expectList(await c.wire.get(roles.everywhere), 'RoleList');
    expectField(await c.wire.get(roles.item('r')), 'metadata.namespace', c.namespace);
  },
} satisfies Case;
