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
    const endpoints = { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'e' } };
    const slice = {
      apiVersion: discovery,
      kind: 'EndpointSlice',
      metadata: { name: 's' },
      addressType: 'IPv4',
      endpoints: [],
    };
    const kinds = [
      { paths: c.resource('v1', 'endpoints'), made: endpoints },
      { paths: c.resource(discovery, 'endpointslices'), made: slice },
    ];
    for (const { paths, made } of kinds) await createObject(c, paths.collection, made);
    for (const name of ['edit', 'admin']) {
      const user = c.unique(name);
      await createObject(
        c,
        c.resource(groupVersion, 'rolebindings').collection,
        binding(groupVersion, 'RoleBinding', name, user, { kind: 'ClusterRole', name }),
      );
      const caller = c.as(user);
      await c.eventually(async () => expectOk(await caller.get(c.resource('v1', 'configmaps').collection)));
      for (const { paths, made } of kinds) {
        const item = paths.item(made.metadata.name);
        const labelled = { metadata: { labels: { a: 'b' } } };
        expectStatus(await caller.post(paths.collection, { ...made, metadata: { name: 'new' } }), 403);
        expectStatus(await caller.put(item, made), 403);
        expectStatus(await caller.patch(item, 'merge', labelled), 403);
        expectStatus(await caller.delete(item), 403);
        expectStatus(await caller.delete(paths.collection), 403);
      }
    }
  },
} satisfies Case;
