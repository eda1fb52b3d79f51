import { expectThat } from '../../wire/expect/value.ts';
import { expectList, expectNames } from '../../wire/expect/list.ts';
import { expectAbsent, expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { binding, role } from '../../fixtures/manifests.ts';
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
    const rules = [{ verbs: ['get'], apiGroups: ['conformance.example'], resources: ['things'] }];
    const name = c.unique('role');
    c.removeLater(clusterRoles.item(name));
    await createObject(c, clusterRoles.collection, role(groupVersion, 'ClusterRole', name, rules));
    const got = await c.wire.get(clusterRoles.item(name));
    await c.holds('VERB-008', async () => expectField(got, 'metadata.name', name));
    await c.holds('RBAC-005', async () => {
      expectAbsent(got, 'metadata.namespace');
      expectField(got, 'rules', rules);
    });
    const roles = c.resource(groupVersion, 'roles');
    await createObject(c, roles.collection, role(groupVersion, 'Role', 'r', []));
    await c.holds('VERB-010', async () => expectNames(await c.wire.get(roles.collection), ['r']));
    await c.holds('VERB-009', async () => {
      const all = await c.wire.get(roles.everywhere);
      expectList(all, 'RoleList');
      const places = expectArray(all, 'items').map((item) => fieldOf(item, 'metadata.namespace'));
      expectThat('namespaces of all roles', places.includes(c.namespace), `${c.namespace} among them`, places);
    });
    await c.holds(['VERB-011', 'RBAC-001'], async () =>
      expectField(await c.wire.get(roles.item('r')), 'metadata.namespace', c.namespace),
    );
    const bindings = c.resource(groupVersion, 'rolebindings');
    await c.holds('RBAC-011', async () => {
      const reference = { kind: 'Role', name: 'r' };
      await createObject(c, bindings.collection, binding(groupVersion, 'RoleBinding', 'b', 'jane', reference));
      const bound = await c.wire.get(bindings.item('b'));
      expectField(bound, 'metadata.namespace', c.namespace);
      expectField(bound, 'subjects.0.name', 'jane');
      expectField(bound, 'roleRef.name', 'r');
    });
  },
} satisfies Case;
