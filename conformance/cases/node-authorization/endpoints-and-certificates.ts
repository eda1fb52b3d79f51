import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'endpoints-and-certificates',
  title: 'A node agent MUST be able to read endpoints and to request certificates.',
  requirements: ['NODEAUTHZ-002', 'NODEAUTHZ-017'],
  needs: ['namespace', 'node-authorizer'],
  async run(c) {
    const agent = c.as(`system:node:${c.unique('node')}`, 'system:nodes');
    const endpoints = c.resource('v1', 'endpoints');
    await createObject(c, endpoints.collection, { apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'e' } });
    expectOk(await agent.get(endpoints.item('e')));
    const groupVersion = c.vendor.fill('certificates.{api}/v1');
    const review = {
      apiVersion: c.vendor.fill('authorization.{api}/v1'),
      kind: 'SelfSubjectAccessReview',
      spec: {
        resourceAttributes: {
          verb: 'create',
          group: c.vendor.fill('certificates.{api}'),
          resource: 'certificatesigningrequests',
        },
      },
    };
    const answer = await agent
      .withHeaders({ 'impersonate-group': ['system:nodes', 'system:authenticated'] })
      .post(c.clusterResource('authorization.{api}/v1', 'selfsubjectaccessreviews').collection, review);
    expectCreated(answer);
    expectField(answer, 'status.allowed', true);
    expectOk(await agent.get(c.clusterResource(groupVersion, 'certificatesigningrequests').collection));
  },
} satisfies Case;
