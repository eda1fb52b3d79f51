import { createObject } from '../../fixtures/created-objects.ts';
import { role } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';

export default {
  id: 'subjects-of-bindings',
  title:
    'A binding MUST apply to the user, group or service account of each subject, and not to other subjects of that name.',
  requirements: ['RBAC-015', 'RBAC-018', 'RBAC-033'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const rbac = c.vendor.fill('rbac.authorization.{api}/v1');
    const apiGroup = c.vendor.fill('rbac.authorization.{api}');
    const other = await c.otherNamespace();
    const maps = c.resource('v1', 'configmaps');
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }];
    await createObject(c, c.resource(rbac, 'roles').collection, role(rbac, 'Role', 'r', rules));
    const [user, group, everybody] = [c.unique('user'), c.unique('group'), c.unique('robots')];
    const bind = (name: string, subjects: readonly object[]) =>
      createObject(c, c.resource(rbac, 'rolebindings').collection, {
        apiVersion: rbac,
        kind: 'RoleBinding',
        metadata: { name },
        subjects,
        roleRef: { apiGroup, kind: 'Role', name: 'r' },
      });
    await bind('named', [
      { kind: 'User', apiGroup, name: user },
      { kind: 'Group', apiGroup, name: group },
      { kind: 'ServiceAccount', name: 'here', namespace: c.namespace },
      { kind: 'ServiceAccount', name: 'there', namespace: other },
    ]);
    // The groups of an account are for the server to know.
    const account = (namespace: string, name: string) => c.as(`system:serviceaccount:${namespace}:${name}`);
    const may = (caller: ReturnType<typeof account>) =>
      c.eventually(async () => expectOk(await caller.get(maps.collection)));
    const mayNot = async (caller: ReturnType<typeof account>) => expectStatus(await caller.get(maps.collection), 403);
    await c.holds('RBAC-015', async () => {
      for (const caller of [c.as(user), c.as('x', 'y', group), account(c.namespace, 'here')]) await may(caller);
      for (const caller of [c.as(group), c.as('x', user), c.as('here'), c.as('x', 'here')]) await mayNot(caller);
    });
    await c.holds('RBAC-018', async () => {
      await may(account(other, 'there'));
      for (const [namespace, name] of [
        [other, 'here'],
        [c.namespace, 'there'],
        [c.namespace, 'her'],
      ] as const) {
        await mayNot(account(namespace, name));
      }
    });
    await c.holds('RBAC-033', async () => {
      await mayNot(account(other, everybody));
      await bind('all', [{ kind: 'Group', apiGroup, name: `system:serviceaccounts:${other}` }]);
      await may(account(other, everybody));
      await mayNot(account(c.namespace, everybody));
      await bind('each', [{ kind: 'Group', apiGroup, name: 'system:serviceaccounts' }]);
      await may(account(c.namespace, everybody));
      await mayNot(c.as(everybody));
    });
  },
} satisfies Case;
