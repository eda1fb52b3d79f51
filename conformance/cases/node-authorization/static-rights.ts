import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { secret } from '../../fixtures/manifests.ts';

export default {
  id: 'static-rights',
  title:
    'A node agent MUST be able to read services, write events and create reviews, and MUST NOT have other permissions.',
  requirements: ['NODEAUTHZ-001', 'NODEAUTHZ-016', 'NODEAUTHZ-018', 'NODEAUTHZ-019', 'NODEAUTHZ-032'],
  needs: ['namespace', 'node-authorizer'],
  async run(c) {
    const agent = c.as(`system:node:${c.unique('node')}`, 'system:nodes');
    expectOk(await agent.get(c.resource('v1', 'services').collection));
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'e' },
      involvedObject: { kind: 'ConfigMap', name: 'a', namespace: c.namespace },
      type: 'Normal',
      reason: 'Tested',
    };
    expectCreated(await agent.post(c.resource('v1', 'events').collection, event));
    const authentication = c.vendor.fill('authentication.{api}/v1');
    const tokenReview = { apiVersion: authentication, kind: 'TokenReview', spec: { token: 'nonsense' } };
    expectCreated(await agent.post(`/apis/${authentication}/tokenreviews`, tokenReview));
    const authorization = c.vendor.fill('authorization.{api}/v1');
    const spec = { user: 'x', resourceAttributes: { verb: 'get', resource: 'pods' } };
    expectCreated(
      await agent.post(`/apis/${authorization}/subjectaccessreviews`, {
        apiVersion: authorization,
        kind: 'SubjectAccessReview',
        spec,
      }),
    );
    expectStatus(await agent.post(c.resource('v1', 'secrets').collection, secret('s')), 403);
    expectStatus(await agent.get('/api/v1/namespaces'), 403);
  },
} satisfies Case;
