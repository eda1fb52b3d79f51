import { expectArray, expectField, fieldOf } from '../../wire/expect/object.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectSameMembers } from '../../wire/expect/value.ts';
import type { Case, CaseContext } from '../../contract/case.ts';

export default {
  id: 'default-roles',
  title: 'The default roles and the binding of cluster-admin to system:masters MUST exist.',
  requirements: ['RBAC-043', 'RBAC-044', 'RBAC-054', 'RBAC-055', 'RBAC-064'],
  needs: ['rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.clusterResource(groupVersion, 'clusterroles');
    for (const name of [
      'cluster-admin',
      'admin',
      'edit',
      'view',
      'system:basic-user',
      'system:discovery',
      'system:public-info-viewer',
      'system:monitoring',
    ]) {
      const got = await c.wire.get(roles.item(name));
      expectOk(got);
      expectDefault(c, got);
    }
    const bindings = c.clusterResource(groupVersion, 'clusterrolebindings');
    const admins = await c.wire.get(bindings.item('cluster-admin'));
    expectDefault(c, admins);
    expectField(admins, 'roleRef.name', 'cluster-admin');
    expectField(admins, 'subjects.0.name', 'system:masters');
    const bound = await c.wire.get(bindings.item('system:public-info-viewer'));
    expectDefault(c, bound);
    const viewers = expectArray(bound, 'subjects').map((subject) => fieldOf(subject, 'name'));
    expectSameMembers('subjects', viewers, ['system:authenticated', 'system:unauthenticated']);
  },
} satisfies Case;

/** The object carries the marks of those that the server made itself and mends. */
function expectDefault(c: CaseContext, got: Exchange): void {
  expectField(got, ['metadata', 'labels', c.vendor.fill('{label}/bootstrapping')], 'rbac-defaults');
  expectField(got, ['metadata', 'annotations', c.vendor.fill('rbac.authorization.{label}/autoupdate')], 'true');
}
