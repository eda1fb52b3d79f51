import { versionOf } from '../../wire/expect/list.ts';
import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { binding, role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { grantEverywhere } from '../../fixtures/grants.ts';

export default {
  id: 'binding-update-is-an-escalation',
  title: 'A caller without the permissions of a role MUST NOT add subjects to its binding.',
  requirements: ['RBAC-040'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const group = c.vendor.fill('rbac.authorization.{api}');
    await createObject(
      c,
      c.resource(groupVersion, 'roles').collection,
      role(groupVersion, 'Role', 'wide', [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }]),
    );
    const bindings = c.resource(groupVersion, 'rolebindings');
    const created = await createObject(
      c,
      bindings.collection,
      binding(groupVersion, 'RoleBinding', 'b', 'jane', { kind: 'Role', name: 'wide' }),
    );
    const user = c.unique('user');
    await c.grant(user, { apiGroups: [group], resources: ['rolebindings'], verbs: ['get', 'update', 'patch'] });
    await c.eventually(async () => expectOk(await c.as(user).get(bindings.item('b'))));
    const more = binding(groupVersion, 'RoleBinding', 'b', user, { kind: 'Role', name: 'wide' });
    const changed = { ...more, metadata: { name: 'b', resourceVersion: versionOf(created) } };
    expectFailure(await c.as(user).put(bindings.item('b'), changed), 403, 'Forbidden');
    const { subjects } = more as unknown as { subjects: object[] };
    for (const [type, patch] of [
      ['merge', { subjects }],
      ['json', [{ op: 'add', path: '/subjects/-', value: subjects[0] }]],
    ] as const) {
      expectFailure(await c.as(user).patch(bindings.item('b'), type, patch), 403, 'Forbidden');
    }
    const kept = expectArray(await c.wire.get(bindings.item('b')), 'subjects');
    expectEqual(
      'subjects',
      kept.map((subject) => fieldOf(subject, 'name')),
      ['jane'],
    );
    // A caller with the permissions of the role may add the subject.
    await c.grant(user, { apiGroups: [''], resources: ['secrets'], verbs: ['get'] });
    await c.eventually(async () => expectOk(await c.as(user).patch(bindings.item('b'), 'merge', { subjects })));
    await judgeClusterRole(c);
  },
} satisfies Case;

/** The same for both kinds of bindings of a cluster role: what is held in a namespace counts for its bindings only. */
async function judgeClusterRole(c: CaseContext): Promise<void> {
  const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
  const clusterRoles = c.clusterResource(groupVersion, 'clusterroles');
  const clusterBindings = c.clusterResource(groupVersion, 'clusterrolebindings');
  const [wide, user, first] = [c.unique('wide'), c.unique('writer'), c.unique('first')];
  for (const paths of [clusterRoles, clusterBindings]) c.removeLater(paths.item(wide));
  const held = { apiGroups: [''], resources: ['secrets'], verbs: ['get'] };
  const writes = {
    apiGroups: [c.vendor.fill('rbac.authorization.{api}')],
    resources: ['rolebindings', 'clusterrolebindings'],
    verbs: ['list', 'update', 'patch'],
  };
  await createObject(c, clusterRoles.collection, role(groupVersion, 'ClusterRole', wide, [held]));
  await grantEverywhere(c, user, writes);
  const toWide = { kind: 'ClusterRole', name: wide };
  const local = c.resource(groupVersion, 'rolebindings');
  await createObject(c, local.collection, binding(groupVersion, 'RoleBinding', 'wide', first, toWide));
  await createObject(c, clusterBindings.collection, binding(groupVersion, 'ClusterRoleBinding', wide, first, toWide));
  const caller = c.as(user);
  await c.eventually(async () => expectOk(await caller.get(clusterBindings.collection)));
  const ofWide = binding(groupVersion, 'ClusterRoleBinding', wide, user, toWide);
  const { subjects } = ofWide;
  const widens = (path: string) => caller.patch(path, 'merge', { subjects });
  for (const path of [local.item('wide'), clusterBindings.item(wide)])
    expectFailure(await widens(path), 403, 'Forbidden');
  await c.grant(user, held);
  await c.eventually(async () => expectOk(await widens(local.item('wide'))));
  expectFailure(await widens(clusterBindings.item(wide)), 403, 'Forbidden');
  expectFailure(await caller.put(clusterBindings.item(wide), ofWide), 403, 'Forbidden');
}
