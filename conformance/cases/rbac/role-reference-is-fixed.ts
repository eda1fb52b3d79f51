import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectDeleted, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { binding } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'role-reference-is-fixed',
  title: 'The role reference of a binding MUST be immutable.',
  requirements: ['RBAC-020', 'RBAC-021', 'ERR-027'],
  needs: ['namespace'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const bindings = c.resource(groupVersion, 'rolebindings');
    const first = binding(groupVersion, 'RoleBinding', 'b', 'jane', { kind: 'Role', name: 'one' });
    const created = await createObject(c, bindings.collection, first);
    const second = binding(groupVersion, 'RoleBinding', 'b', 'jane', { kind: 'Role', name: 'two' });
    const changed = { ...second, metadata: { name: 'b', resourceVersion: versionOf(created) } };
    const refusal = c.vendor.behaviour.roleRefChangeStatus;
    expectStatus(await c.wire.put(bindings.item('b'), changed), refusal);
    // The cluster role of that name is another role.
    const { roleRef } = first;
    const { metadata } = changed;
    const ofCluster = { ...first, metadata, roleRef: { ...(roleRef as object), kind: 'ClusterRole' } };
    expectStatus(await c.wire.put(bindings.item('b'), ofCluster), refusal);
    expectStatus(await c.wire.patch(bindings.item('b'), 'merge', { roleRef: { name: 'two' } }), refusal);
    expectField(await c.wire.get(bindings.item('b')), 'roleRef', roleRef);
    const clusterBindings = c.clusterResource(groupVersion, 'clusterrolebindings');
    const name = c.unique('b');
    c.removeLater(clusterBindings.item(name));
    const everywhere = binding(groupVersion, 'ClusterRoleBinding', name, name, { kind: 'ClusterRole', name });
    await createObject(c, clusterBindings.collection, everywhere);
    const patch = { roleRef: { name: `${name}-2` } };
    expectStatus(await c.wire.patch(clusterBindings.item(name), 'merge', patch), refusal);
    expectField(await c.wire.get(clusterBindings.item(name)), 'roleRef.name', name);
    expectDeleted(await c.wire.delete(bindings.item('b')));
    expectCreated(await c.wire.post(bindings.collection, second));
  },
} satisfies Case;
