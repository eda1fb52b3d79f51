import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { secret } from '../../fixtures/manifests.ts';
import type { Wire } from '../../wire/exchange/wire.ts';

export default {
  id: 'static-rights',
  title:
    'A node agent MUST be able to read services, write events and create reviews, and MUST NOT have other permissions.',
  requirements: ['NODEAUTHZ-001', 'NODEAUTHZ-016', 'NODEAUTHZ-018', 'NODEAUTHZ-019', 'NODEAUTHZ-032'],
  needs: ['namespace', 'node-authorizer'],
  async run(c) {
    const agent = c.as(`system:node:${c.unique('node')}`, 'system:nodes');
    await c.holds('NODEAUTHZ-001', async () => expectOk(await agent.get(c.resource('v1', 'services').collection)));
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'e' },
      involvedObject: { kind: 'ConfigMap', name: 'a', namespace: c.namespace },
      type: 'Normal',
      reason: 'Tested',
    };
    const events = c.resource('v1', 'events');
    await c.holds('NODEAUTHZ-016', async () => {
      expectCreated(await agent.post(events.collection, event));
      expectOk(await agent.patch(events.item('e'), 'merge', { count: 2 }));
    });
    const authentication = c.vendor.fill('authentication.{api}/v1');
    const tokenReview = { apiVersion: authentication, kind: 'TokenReview', spec: { token: 'nonsense' } };
    await c.holds('NODEAUTHZ-018', async () =>
      expectCreated(await agent.post(`/apis/${authentication}/tokenreviews`, tokenReview)),
    );
    const apiVersion = c.vendor.fill('authorization.{api}/v1');
    const spec = { user: 'x', resourceAttributes: { verb: 'get', resource: 'pods' } };
    await c.holds('NODEAUTHZ-019', async () =>
      expectCreated(
        await agent.post(`/apis/${apiVersion}/subjectaccessreviews`, { apiVersion, kind: 'SubjectAccessReview', spec }),
      ),
    );
    await c.holds('NODEAUTHZ-032', () => hasNoOtherRights(c, agent));
  },
} satisfies Case;

/** Authorization comes before the object is looked for, so none of these has to exist. */
async function hasNoOtherRights(c: CaseContext, agent: Wire): Promise<void> {
  expectStatus(await agent.post(c.resource('v1', 'secrets').collection, secret('s')), 403);
  expectStatus(await agent.get('/api/v1/namespaces'), 403);
  const rbac = 'rbac.authorization.{api}/v1';
  for (const { collection } of [
    c.resource('v1', 'configmaps'),
    c.resource('v1', 'serviceaccounts'),
    c.resource(rbac, 'roles'),
    c.resource(rbac, 'rolebindings'),
    c.clusterResource(rbac, 'clusterroles'),
    c.clusterResource(rbac, 'clusterrolebindings'),
  ]) {
    expectStatus(await agent.post(collection, {}), 403);
  }
  // An agent asks for certificates, and does not decide about them.
  const requests = c.clusterResource('certificates.{api}/v1', 'certificatesigningrequests');
  for (const part of ['approval', 'status']) expectStatus(await agent.put(requests.item('none', part), {}), 403);
  const pods = c.resource('v1', 'pods');
  for (const part of ['binding', 'exec']) expectStatus(await agent.post(pods.item('none', part), {}), 403);
  expectStatus(await agent.get(pods.item('none', 'log')), 403);
  const ofNothing = { query: { labelSelector: 'none=here' } };
  expectStatus(await agent.delete(pods.collection, undefined, ofNothing), 403);
  for (const path of [
    requests.item('none'),
    c.clusterResource('v1', 'nodes').item('none'),
    c.resource('v1', 'services').item('none'),
    c.resource('v1', 'events').item('none'),
  ]) {
    expectStatus(await agent.delete(path), 403);
  }
  for (const path of [pods.item('none'), c.resource('v1', 'services').item('none')])
    expectStatus(await agent.patch(path, 'merge', {}), 403);
}
