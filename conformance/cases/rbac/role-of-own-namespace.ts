import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { binding, role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'role-of-own-namespace',
  title: 'A RoleBinding MUST refer to the Role in its own namespace.',
  requirements: ['RBAC-012'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const other = await c.otherNamespace();
    const list = (resource: string) => [{ apiGroups: [''], resources: [resource], verbs: ['list'] }];
    const user = c.unique('user');
    await createObject(
      c,
      c.resource(groupVersion, 'roles').collection,
      role(groupVersion, 'Role', 'r', list('configmaps')),
    );
    await createObject(
      c,
      c.resource(groupVersion, 'roles', other).collection,
      role(groupVersion, 'Role', 'r', list('secrets')),
    );
    await createObject(
      c,
      c.resource(groupVersion, 'rolebindings').collection,
      binding(groupVersion, 'RoleBinding', 'b', user, { kind: 'Role', name: 'r' }),
    );
    await c.eventually(async () => expectOk(await c.as(user).get(c.resource('v1', 'configmaps').collection)));
    expectStatus(await c.as(user).get(c.resource('v1', 'secrets').collection), 403);
    expectStatus(await c.as(user).get(c.resource('v1', 'secrets', other).collection), 403);
  },
} satisfies Case;
