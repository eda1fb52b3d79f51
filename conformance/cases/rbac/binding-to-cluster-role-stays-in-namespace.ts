import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { binding, role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'binding-to-cluster-role-stays-in-namespace',
  title: 'A RoleBinding to a ClusterRole MUST apply in its namespace only, and to nothing cluster-scoped.',
  requirements: ['RBAC-013', 'RBAC-076'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const other = await c.otherNamespace();
    const [name, user] = [c.unique('role'), c.unique('user')];
    const roles = c.clusterResource(groupVersion, 'clusterroles');
    c.removeLater(roles.item(name));
    const rules = [
      { apiGroups: [''], resources: ['configmaps', 'nodes'], verbs: ['list'] },
      { nonResourceURLs: ['/metrics'], verbs: ['get'] },
    ];
    await createObject(c, roles.collection, role(groupVersion, 'ClusterRole', name, rules));
    const bound = binding(groupVersion, 'RoleBinding', 'b', user, { kind: 'ClusterRole', name });
    await createObject(c, c.resource(groupVersion, 'rolebindings').collection, bound);
    await c.eventually(async () => expectOk(await c.as(user).get(c.resource('v1', 'configmaps').collection)));
    expectStatus(await c.as(user).get(c.resource('v1', 'configmaps', other).collection), 403);
    expectStatus(await c.as(user).get('/api/v1/configmaps'), 403);
    expectStatus(await c.as(user).get('/api/v1/nodes'), 403);
    expectStatus(await c.as(user).get('/metrics'), 403);
  },
} satisfies Case;
