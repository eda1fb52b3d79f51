import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { binding, role } from '../../fixtures/manifests.ts';
import { createLongerNamespace, createObject } from '../../fixtures/created-objects.ts';

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
    // Roles of one name in two namespaces, bound to one user in both.
    const both = c.unique('user');
    for (const namespace of [c.namespace, other])
      await createObject(
        c,
        c.resource(groupVersion, 'rolebindings', namespace).collection,
        binding(groupVersion, 'RoleBinding', 'both', both, { kind: 'Role', name: 'r' }),
      );
    await c.eventually(async () => {
      for (const [resource, namespace, isAllowed] of [
        ['configmaps', c.namespace, true],
        ['secrets', other, true],
        ['secrets', c.namespace, false],
        ['configmaps', other, false],
      ] as const) {
        const { status } = await c.as(both).get(c.resource('v1', resource, namespace).collection);
        expectEqual(`whether ${resource} are listed in ${namespace}`, status === 200, isAllowed);
      }
    });
    // Bindings of a namespace whose name begins like that of this one.
    const longer = await createLongerNamespace(c);
    await createObject(
      c,
      c.resource(groupVersion, 'roles', longer).collection,
      role(groupVersion, 'Role', 'longer', list('pods')),
    );
    await createObject(
      c,
      c.resource(groupVersion, 'rolebindings', longer).collection,
      binding(groupVersion, 'RoleBinding', 'longer', user, { kind: 'Role', name: 'longer' }),
    );
    await c.eventually(async () => expectOk(await c.as(user).get(c.resource('v1', 'pods', longer).collection)));
    expectStatus(await c.as(user).get(c.resource('v1', 'pods').collection), 403);
    expectStatus(await c.as(user).get(c.resource('v1', 'configmaps', longer).collection), 403);
  },
} satisfies Case;
