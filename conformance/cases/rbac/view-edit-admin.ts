import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { binding, configMap, role } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'view-edit-admin',
  title: 'The user-facing roles MUST give the documented access to secrets and roles.',
  requirements: ['RBAC-056', 'RBAC-057', 'RBAC-058', 'RBAC-055'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const bindings = c.resource(groupVersion, 'rolebindings');
    const users: Record<string, string> = {};
    for (const name of ['view', 'edit', 'admin']) {
      users[name] = c.unique(name);
      await createObject(
        c,
        bindings.collection,
        binding(groupVersion, 'RoleBinding', name, users[name], { kind: 'ClusterRole', name }),
      );
    }
    const as = (name: string) => c.as(users[name] ?? '');
    const roles = c.resource(groupVersion, 'roles').collection;
    const secrets = c.resource('v1', 'secrets').collection;
    for (const name of ['view', 'edit', 'admin']) {
      await c.eventually(async () => expectOk(await as(name).get(c.resource('v1', 'configmaps').collection)));
    }
    const watching = { query: { watch: '1', timeoutSeconds: '1' } };
    await c.holds('RBAC-056', async () => {
      expectStatus(await as('view').get(secrets), 403);
      expectStatus(await as('view').get(secrets, watching), 403);
      expectStatus(await as('view').get(`${secrets}/one`), 403);
      expectOk(await as('edit').get(secrets));
    });
    await c.holds('RBAC-057', async () => {
      for (const path of [roles, `${roles}/r`, bindings.collection, bindings.item('view')]) {
        expectStatus(await as('edit').get(path), 403);
        expectStatus(await as('view').get(path), 403);
      }
      for (const path of [roles, bindings.collection]) expectStatus(await as('edit').get(path, watching), 403);
      expectOk(await as('admin').get(roles));
    });
    await c.holds('RBAC-058', async () => {
      const reference = { kind: 'ClusterRole', name: 'view' };
      expectStatus(await as('edit').post(roles, role(groupVersion, 'Role', 'r', [])), 403);
      expectStatus(
        await as('edit').post(bindings.collection, binding(groupVersion, 'RoleBinding', 'more', 'jane', reference)),
        403,
      );
      // `edit` holds what `view` does, so nothing but the missing permission on bindings refuses a change.
      const labelled = { metadata: { labels: { a: 'b' } } };
      for (const path of [`${roles}/r`, bindings.item('view')]) {
        expectStatus(await as('edit').put(path, labelled), 403);
        expectStatus(await as('edit').patch(path, 'merge', labelled), 403);
        expectStatus(await as('edit').delete(path), 403);
      }
      for (const path of [roles, bindings.collection]) expectStatus(await as('edit').delete(path), 403);
    });
    expectStatus(await as('view').post(c.resource('v1', 'configmaps').collection, configMap('x')), 403);
  },
} satisfies Case;
