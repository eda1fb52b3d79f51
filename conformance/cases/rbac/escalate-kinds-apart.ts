import { expectCreated, expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { role } from '../../fixtures/manifests.ts';
import { grantEverywhere } from '../../fixtures/grants.ts';

export default {
  id: 'escalate-kinds-apart',
  title: 'The permission to escalate roles SHOULD NOT apply to cluster roles, nor the reverse.',
  requirements: ['RBAC-071'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const group = c.vendor.fill('rbac.authorization.{api}');
    const roles = c.clusterResource(groupVersion, 'clusterroles');
    const wide = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }];
    const kinds = { roles: 'Role', clusterroles: 'ClusterRole' } as const;
    for (const [escalated, other] of [
      ['roles', 'clusterroles'],
      ['clusterroles', 'roles'],
    ] as const) {
      const user = c.unique('user');
      const rules = [
        { apiGroups: [group], resources: ['roles', 'clusterroles'], verbs: ['create'] },
        { apiGroups: [group], resources: [escalated], verbs: ['escalate'] },
      ];
      await grantEverywhere(c, user, ...rules);
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
