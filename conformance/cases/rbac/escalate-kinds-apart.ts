import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { binding, role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'escalate-kinds-apart',
  title: 'The permission to escalate roles SHOULD NOT apply to cluster roles, nor the reverse.',
  requirements: ['RBAC-071'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const group = c.vendor.fill('rbac.authorization.{api}');
    const roles = c.clusterResource(groupVersion, 'clusterroles');
    const bindings = c.clusterResource(groupVersion, 'clusterrolebindings');
    const wide = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }];
    const kinds = { roles: 'Role', clusterroles: 'ClusterRole' } as const;
    for (const [escalated, other] of [
      ['roles', 'clusterroles'],
      ['clusterroles', 'roles'],
    ] as const) {
      const [name, user] = [c.unique('escalator'), c.unique('user')];
      c.removeLater(roles.item(name));
      c.removeLater(bindings.item(name));
      const rules = [
        { apiGroups: [group], resources: ['roles', 'clusterroles'], verbs: ['create'] },
        { apiGroups: [group], resources: [escalated], verbs: ['escalate'] },
      ];
      await createObject(c, roles.collection, role(groupVersion, 'ClusterRole', name, rules));
      await createObject(
        c,
        bindings.collection,
        binding(groupVersion, 'ClusterRoleBinding', name, user, { kind: 'ClusterRole', name }),
      );
      const write = (resource: keyof typeof kinds) => {
        const made = c.unique('r');
        const paths = resource === 'roles' ? c.resource(groupVersion, resource) : roles;
        c.removeLater(paths.item(made));
        return c.as(user).post(paths.collection, role(groupVersion, kinds[resource], made, wide));
      };
      await c.eventually(async () => expectCreated(await write(escalated)));
      expectFailure(await write(other), 403, 'Forbidden');
    }
  },
} satisfies Case;
