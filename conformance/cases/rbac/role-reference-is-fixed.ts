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
    expectStatus(await c.wire.put(bindings.item('b'), changed), c.vendor.behaviour.roleRefChangeStatus);
    expectField(await c.wire.get(bindings.item('b')), 'roleRef.name', 'one');
    expectDeleted(await c.wire.delete(bindings.item('b')));
    expectCreated(await c.wire.post(bindings.collection, second));
  },
} satisfies Case;
