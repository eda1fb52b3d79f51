import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { binding } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'roles-do-not-write-endpoints',
  title: 'The user-facing roles MUST NOT include writes of endpoints or endpoint slices.',
  requirements: ['RBAC-059', 'RBAC-060', 'RBAC-061'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const groupVersion = c.vendor.fill('rbac.authorization.{api}/v1');
    const discovery = c.vendor.fill('discovery.{api}/v1');
    for (const name of ['edit', 'admin']) {
      const user = c.unique(name);
      await createObject(
        c,
        c.resource(groupVersion, 'rolebindings').collection,
        binding(groupVersion, 'RoleBinding', name, user, { kind: 'ClusterRole', name }),
      );
      await c.eventually(async () => expectOk(await c.as(user).get(c.resource('v1', 'configmaps').collection)));
      const slice = {
        apiVersion: discovery,
        kind: 'EndpointSlice',
        metadata: { name: 's' },
        addressType: 'IPv4',
        endpoints: [],
      };
      expectStatus(await c.as(user).post(c.resource(discovery, 'endpointslices').collection, slice), 403);
      const endpoints = { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'e' } };
      expectStatus(await c.as(user).post(c.resource('v1', 'endpoints').collection, endpoints), 403);
    }
  },
} satisfies Case;
