import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'basic-user-and-discovery',
  title: 'Every authenticated user MUST be able to review its own access and to read discovery, and nothing else.',
  requirements: ['RBAC-062', 'RBAC-063', 'REVIEW-006', 'RBAC-067'],
  needs: ['namespace', 'rbac'],
  async run(c) {
    const user = c.as(c.unique('user'), 'system:authenticated');
    const groupVersion = c.vendor.fill('authentication.{api}/v1');
    expectCreated(
      await user.post(`/apis/${groupVersion}/selfsubjectreviews`, {
        apiVersion: groupVersion,
        kind: 'SelfSubjectReview',
      }),
    );
    for (const path of ['/api', '/apis', '/api/v1', '/version', '/livez']) expectOk(await user.get(path));
    expectStatus(await user.get('/api/v1/pods'), 403);
    // Discovery is for callers who are known.
    for (const path of ['/api', '/apis', '/api/v1']) expectStatus(await c.anonymous.get(path), 401, 403);
    const account = c.as(`system:serviceaccount:${c.namespace}:fresh`);
    expectOk(await account.get('/api'));
    for (const resource of ['pods', 'secrets', 'configmaps', 'services'])
      expectStatus(await account.get(c.resource('v1', resource).collection), 403);
    expectStatus(await account.post(c.resource('v1', 'configmaps').collection, configMap('x')), 403);
    for (const path of ['/api/v1/nodes', '/api/v1/namespaces', '/metrics']) expectStatus(await account.get(path), 403);
  },
} satisfies Case;
