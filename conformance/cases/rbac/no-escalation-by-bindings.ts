import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { binding, role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { grantEverywhere } from '../../fixtures/grants.ts';

export default {
  id: 'no-escalation-by-bindings',
  title:
    'Only a caller with all permissions of a role, or with the verb bind on it, MUST be able to write its bindings.',
  requirements: ['RBAC-039', 'RBAC-041', 'RBAC-072', 'AUTHZ-030'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const group = c.vendor.fill('rbac.authorization.{api}');
    const rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }];
    for (const name of ['a', 'b'])
      await createObject(c, c.resource(groupVersion, 'roles').collection, role(groupVersion, 'Role', name, rules));
    const [everywhere, others] = [c.unique('a'), c.unique('b')];
    const clusterRoles = c.clusterResource(groupVersion, 'clusterroles');
    for (const name of [everywhere, others]) {
      c.removeLater(clusterRoles.item(name));
      await createObject(c, clusterRoles.collection, role(groupVersion, 'ClusterRole', name, rules));
    }
    const user = c.unique('user');
    await c.grant(
      user,
      { apiGroups: [group], resources: ['rolebindings'], verbs: ['create'] },
      { apiGroups: [group], resources: ['roles'], resourceNames: ['a'], verbs: ['bind'] },
      { apiGroups: [group], resources: ['clusterroles'], resourceNames: [everywhere], verbs: ['bind'] },
    );
    const bindings = c.resource(groupVersion, 'rolebindings');
    const bind = (name: string, kind = 'Role') =>
      c.as(user).post(bindings.collection, binding(groupVersion, 'RoleBinding', c.unique('b'), 'jane', { kind, name }));
    await c.eventually(async () => expectCreated(await bind('a')));
    expectFailure(await bind('b'), 403, 'Forbidden');
    expectCreated(await bind(everywhere, 'ClusterRole'));
    expectFailure(await bind(others, 'ClusterRole'), 403, 'Forbidden');
    await c.holds(['RBAC-039', 'RBAC-041'], async () => {
      const clusterBindings = c.clusterResource(groupVersion, 'clusterrolebindings');
      const wide = c.unique('wide');
      const rights = [
        { apiGroups: [group], resources: ['clusterrolebindings'], verbs: ['create'] },
        { apiGroups: [group], resources: ['clusterroles'], resourceNames: [everywhere], verbs: ['bind'] },
      ];
      await grantEverywhere(c, wide, ...rights);
      const bindWide = (name: string) => {
        const own = c.unique('b');
        c.removeLater(clusterBindings.item(own));
        const bound = binding(groupVersion, 'ClusterRoleBinding', own, 'jane', { kind: 'ClusterRole', name });
        return c.as(wide).post(clusterBindings.collection, bound);
      };
      await c.eventually(async () => expectCreated(await bindWide(everywhere)));
      expectFailure(await bindWide(others), 403, 'Forbidden');
    });
    await c.holds('RBAC-039', async () => {
      const more = { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] };
      const roles = c.resource(groupVersion, 'roles').collection;
      await createObject(c, roles, role(groupVersion, 'Role', 'both', [...rules, more]));
      const holder = c.unique('holder');
      await c.grant(holder, { apiGroups: [group], resources: ['rolebindings'], verbs: ['create'] }, ...rules);
      const bindHeld = (name: string) =>
        c
          .as(holder)
          .post(
            bindings.collection,
            binding(groupVersion, 'RoleBinding', c.unique('b'), 'jane', { kind: 'Role', name }),
          );
      await c.eventually(async () => expectCreated(await bindHeld('a')));
      // One of two permissions is not enough.
      expectFailure(await bindHeld('both'), 403, 'Forbidden');
      await c.grant(holder, more);
      await c.eventually(async () => expectCreated(await bindHeld('both')));
    });
  },
} satisfies Case;
