import { createObject } from '../../fixtures/created-objects.ts';
import { grantEverywhere } from '../../fixtures/grants.ts';
import { expectCreated, expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { role } from '../../fixtures/manifests.ts';

export default {
  id: 'escalate-frees-roles',
  title: "The verb escalate MUST allow role writes without holding the role's permissions.",
  requirements: ['RBAC-038', 'AUTHZ-031'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const group = c.vendor.fill('rbac.authorization.{api}');
    const roles = c.resource(groupVersion, 'roles');
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [group], resources: ['roles'], verbs: ['create', 'update', 'escalate'] });
    const rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['*'] }];
    await c.eventually(async () =>
      expectCreated(await c.as(user).post(roles.collection, role(groupVersion, 'Role', c.unique('wide'), rules))),
    );
    await createObject(c, roles.collection, role(groupVersion, 'Role', 'narrow', []));
    expectOk(await c.as(user).put(roles.item('narrow'), role(groupVersion, 'Role', 'narrow', rules)));
    await c.holds(['RBAC-038', 'AUTHZ-031'], () => freesClusterRoles(c, groupVersion));
  },
} satisfies Case;

/** On cluster roles, all of them or those of a name; a name is that of a request, so it does not reach what is created. */
async function freesClusterRoles(c: CaseContext, groupVersion: string): Promise<void> {
  const apiGroups = [c.vendor.fill('rbac.authorization.{api}')];
  const clusterRoles = c.clusterResource(groupVersion, 'clusterroles');
  const everything = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
  const unique = () => {
    const name = c.unique('escalation');
    c.removeLater(clusterRoles.item(name));
    return name;
  };
  const wide = (name: string) => role(groupVersion, 'ClusterRole', name, everything);
  const [all, one, named, other] = [unique(), unique(), unique(), unique()];
  for (const name of [named, other])
    await createObject(c, clusterRoles.collection, role(groupVersion, 'ClusterRole', name, []));
  for (const [name, resourceNames] of [
    [all, []],
    [one, [named]],
  ] as const) {
    const rules = [
      { apiGroups, resources: ['clusterroles'], verbs: ['create', 'update'] },
      { apiGroups, resources: ['clusterroles'], resourceNames, verbs: ['escalate'] },
    ];
    await grantEverywhere(c, name, ...rules);
  }
  await c.eventually(async () => expectCreated(await c.as(all).post(clusterRoles.collection, wide(unique()))));
  await c.eventually(async () => expectOk(await c.as(one).put(clusterRoles.item(named), wide(named))));
  expectFailure(await c.as(one).put(clusterRoles.item(other), wide(other)), 403, 'Forbidden');
  expectOk(await c.as(all).put(clusterRoles.item(other), wide(other)));
  expectOk(await c.wire.delete(clusterRoles.item(named)));
  expectFailure(await c.as(one).post(clusterRoles.collection, wide(named)), 403, 'Forbidden');
}
