import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { binding, role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'cluster-binding',
  title: 'A ClusterRoleBinding MUST grant in every namespace, on cluster-scoped resources and on other paths.',
  requirements: ['RBAC-006', 'RBAC-007', 'RBAC-008', 'RBAC-014', 'RBAC-027'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const roles = c.clusterResource(groupVersion, 'clusterroles');
    const bindings = c.clusterResource(groupVersion, 'clusterrolebindings');
    const [name, user] = [c.unique('role'), c.unique('user')];
    c.removeLater(roles.item(name));
    c.removeLater(bindings.item(name));
    const rules = [
      { apiGroups: [''], resources: ['configmaps', 'nodes'], verbs: ['list'] },
      { nonResourceURLs: ['/metrics', '/livez/*'], verbs: ['get'] },
    ];
    await createObject(c, roles.collection, role(groupVersion, 'ClusterRole', name, rules));
    await createObject(
      c,
      bindings.collection,
      binding(groupVersion, 'ClusterRoleBinding', name, user, { kind: 'ClusterRole', name }),
    );
    await c.eventually(async () => expectOk(await c.as(user).get('/api/v1/nodes')));
    const stranger = c.as(`${user}2`);
    await c.holds('RBAC-006', async () => expectStatus(await stranger.get('/api/v1/nodes'), 403));
    await c.holds('RBAC-008', async () => expectOk(await c.as(user).get('/api/v1/configmaps')));
    await c.holds('RBAC-014', async () => {
      expectOk(await c.as(user).get(c.resource('v1', 'configmaps').collection));
      expectStatus(await stranger.get(c.resource('v1', 'configmaps').collection), 403);
    });
    await c.holds('RBAC-007', async () => {
      expectOk(await c.as(user).get('/metrics'));
      expectStatus(await c.as(user).get('/metrics/slis'), 403);
      expectStatus(await stranger.get('/metrics'), 403);
    });
    await c.holds('RBAC-027', async () => {
      expectOk(await c.as(user).get('/livez/ping'));
      expectStatus(await c.as(user).get('/readyz/ping'), 403);
      expectStatus(await stranger.get('/livez/ping'), 403);
    });
    expectStatus(await c.as(user).get('/api/v1/secrets'), 403);
  },
} satisfies Case;
