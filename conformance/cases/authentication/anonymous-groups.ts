import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'anonymous-groups',
  title: 'An anonymous request MUST be in the group of unauthenticated users and in no other.',
  requirements: ['AUTHN-056', 'AUTHN-057'],
  needs: ['namespace', 'anonymous', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const apiGroup = c.vendor.fill('rbac.authorization.{api}');
    const bind = (name: string, group: string, resource: string) => ({
      apiVersion: groupVersion,
      kind: 'RoleBinding',
      metadata: { name },
      subjects: [{ kind: 'Group', apiGroup, name: group }],
      roleRef: { apiGroup, kind: 'Role', name: resource },
    });
    for (const resource of ['configmaps', 'secrets']) {
      const rules = [{ apiGroups: [''], resources: [resource], verbs: ['list'] }];
      await createObject(c, c.resource(groupVersion, 'roles').collection, role(groupVersion, 'Role', resource, rules));
    }
    const bindings = c.resource(groupVersion, 'rolebindings').collection;
    await createObject(c, bindings, bind('known', 'system:authenticated', 'secrets'));
    await createObject(c, bindings, bind('unknown', 'system:unauthenticated', 'configmaps'));
    await c.eventually(async () => expectOk(await c.anonymous.get(c.resource('v1', 'configmaps').collection)));
    expectStatus(await c.anonymous.get(c.resource('v1', 'secrets').collection), 403);
  },
} satisfies Case;
