import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case, CaseContext, PolicyRule } from '../../contract/case.ts';
import { binding, role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { grantEverywhere } from '../../fixtures/grants.ts';

export default {
  id: 'no-escalation-by-roles',
  title: 'Only a caller who holds all permissions of a role at that scope MUST be able to write it.',
  requirements: ['RBAC-035', 'RBAC-036', 'RBAC-037', 'RBAC-070U'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.resource(groupVersion, 'roles');
    const user = c.unique('user');
    const held = { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] };
    await c.grant(user, held, {
      apiGroups: [c.vendor.fill('rbac.authorization.{api}')],
      resources: ['roles'],
      verbs: ['create', 'update', 'get'],
    });
    await c.eventually(async () =>
      expectCreated(await c.as(user).post(roles.collection, role(groupVersion, 'Role', c.unique('r'), [held]))),
    );
    const wide = role(groupVersion, 'Role', 'wide', [{ ...held, resources: ['secrets'] }]);
    expectFailure(await c.as(user).post(roles.collection, wide), 403, 'Forbidden');
    expectStatus(await c.wire.get(roles.item('wide')), 404);
    const narrow = await createObject(c, roles.collection, role(groupVersion, 'Role', 'wide', [held]));
    const widened = { ...wide, metadata: { name: 'wide', resourceVersion: versionOf(narrow) } };
    expectFailure(await c.as(user).put(roles.item('wide'), widened), 403, 'Forbidden');
    expectField(await c.wire.get(roles.item('wide')), 'rules', [held]);
    // What others have granted may stay: how long the role lives is no matter of its rules.
    const made = await createObject(c, roles.collection, { ...wide, metadata: { name: 'granted' } });
    const granted = made.json() as { metadata: object };
    const write = (metadata: object) => {
      const changed = { ...granted, metadata: { ...granted.metadata, ...metadata } };
      return c.as(user).put(`${roles.item('granted')}?dryRun=All`, changed);
    };
    expectOk(await write({ finalizers: ['conformance.example/kept'] }));
    expectFailure(await write({ labels: { a: 'b' } }), 403, 'Forbidden');
    await c.holds('RBAC-037', () => writesWhereHeld(c, user, held));
    await writesNoWiderClusterRole(c, held);
  },
} satisfies Case;

/** What is held in one namespace is nothing in another; what is held everywhere counts in each. `user` holds `held` here. */
async function writesWhereHeld(c: CaseContext, user: string, held: PolicyRule): Promise<void> {
  const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
  const other = await c.otherNamespace();
  const writes = {
    apiGroups: [c.vendor.fill('rbac.authorization.{api}')],
    resources: ['roles'],
    verbs: ['create'],
  };
  const there = { apiGroups: [''], resources: ['services'], verbs: ['list'] };
  const rolesOf = (namespace: string) => c.resource(groupVersion, 'roles', namespace).collection;
  const write = (who: string, namespace: string, rule: PolicyRule) =>
    c.as(who).post(rolesOf(namespace), role(groupVersion, 'Role', c.unique('r'), [rule]));
  await createObject(c, rolesOf(other), role(groupVersion, 'Role', 'writer', [writes, there]));
  const bound = binding(groupVersion, 'RoleBinding', 'writer', user, { kind: 'Role', name: 'writer' });
  await createObject(c, c.resource(groupVersion, 'rolebindings', other).collection, bound);
  await c.eventually(async () => expectCreated(await write(user, other, there)));
  expectFailure(await write(user, other, held), 403, 'Forbidden');
  expectFailure(await write(user, c.namespace, there), 403, 'Forbidden');
  const everywhere = c.unique('everywhere');
  await grantEverywhere(c, everywhere, writes, held);
  for (const namespace of [c.namespace, other]) {
    await c.eventually(async () => expectCreated(await write(everywhere, namespace, held)));
    expectFailure(await write(everywhere, namespace, there), 403, 'Forbidden');
  }
}

/** A cluster role counts everywhere: what its writer holds in one namespace is not enough to create or widen it. */
async function writesNoWiderClusterRole(c: CaseContext, held: PolicyRule): Promise<void> {
  const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
  const clusterRoles = c.clusterResource(groupVersion, 'clusterroles');
  const [user, made] = [c.unique('writer'), c.unique('made')];
  c.removeLater(clusterRoles.item(made));
  const writes = {
    apiGroups: [c.vendor.fill('rbac.authorization.{api}')],
    resources: ['clusterroles'],
    verbs: ['create', 'update', 'patch'],
  };
  await grantEverywhere(c, user, writes, held);
  const here = { apiGroups: [''], resources: ['secrets'], verbs: ['list'] };
  await c.grant(user, here);
  const caller = c.as(user);
  await c.eventually(async () => {
    expectOk(await caller.get('/api/v1/configmaps'));
    expectOk(await caller.get(c.resource('v1', 'secrets').collection));
  });
  const roleOf = (...rules: readonly PolicyRule[]) => role(groupVersion, 'ClusterRole', made, rules);
  expectFailure(await caller.post(clusterRoles.collection, roleOf(here)), 403, 'Forbidden');
  expectCreated(await caller.post(clusterRoles.collection, roleOf(held)));
  expectFailure(await caller.put(clusterRoles.item(made), roleOf(held, here)), 403, 'Forbidden');
  expectFailure(await caller.patch(clusterRoles.item(made), 'merge', { rules: [held, here] }), 403, 'Forbidden');
  expectField(await c.wire.get(clusterRoles.item(made)), 'rules', [held]);
}
