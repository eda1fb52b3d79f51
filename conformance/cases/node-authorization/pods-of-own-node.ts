import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { pod } from '../../fixtures/manifests.ts';
import { createPod } from '../../fixtures/created-objects.ts';

export default {
  id: 'pods-of-own-node',
  title: 'A node agent MUST be able to read pods bound to its node, and no others.',
  requirements: ['NODEAUTHZ-005', 'NODEAUTHZ-006'],
  needs: ['namespace', 'node-authorizer'],
  async run(c) {
    const [own, other] = [c.unique('node-a'), c.unique('node-b')];
    const pods = c.resource('v1', 'pods');
    await createPod(c, pod('mine', { nodeName: own }));
    await createPod(c, pod('foreign', { nodeName: other }));
    const agent = c.as(`system:node:${own}`, 'system:nodes');
    await c.eventually(async () => expectOk(await agent.get(pods.item('mine'))));
    expectFailure(await agent.get(pods.item('foreign')), 403, 'Forbidden');
    const everywhere = c.clusterResource('v1', 'pods').collection;
    for (const collection of [pods.collection, everywhere]) {
      for (const watch of [{}, { watch: '1', timeoutSeconds: '1' }]) {
        const ask = (selector: object) => agent.get(collection, { query: { ...watch, ...selector } });
        for (const fields of [`spec.nodeName=${own}`, `status.phase!=Failed,spec.nodeName=${own}`])
          expectOk(await ask({ fieldSelector: fields }));
        const others = [`spec.nodeName=${other}`, `spec.nodeName!=${own}`, 'spec.nodeName=', 'status.phase!=Failed'];
        for (const fieldSelector of others) expectFailure(await ask({ fieldSelector }), 403, 'Forbidden');
        for (const selector of [{}, { labelSelector: `spec.nodeName=${own}` }])
          expectFailure(await ask(selector), 403, 'Forbidden');
      }
    }
    for (const name of ['mine', 'foreign']) await c.wire.delete(pods.item(name), { gracePeriodSeconds: 0 });
  },
} satisfies Case;
