import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { configMap, pod, secret } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';

export default {
  id: 'claims-of-devices',
  title:
    'An agent MUST be able to read the resource claims of pods on its node and no others, and MUST NOT write them.',
  requirements: ['NODEAUTHZ-011', 'NODEAUTHZ-032', 'NODEAUTHZ-033'],
  needs: ['namespace', 'node-authorizer'],
  async run(c) {
    const apiVersion = c.vendor.fill('resource.{api}/v1');
    const claims = c.resource(apiVersion, 'resourceclaims');
    for (const name of ['named', 'given', 'other']) {
      await createObject(c, claims.collection, { apiVersion, kind: 'ResourceClaim', metadata: { name }, spec: {} });
    }
    const [own, other] = [c.unique('node'), c.unique('node')];
    const agent = c.as(`system:node:${own}`, 'system:nodes');
    for (const name of ['named', 'given', 'other']) expectStatus(await agent.get(claims.item(name)), 403);
    const resourceClaims = [
      { name: 'a', resourceClaimName: 'named' },
      { name: 'b', resourceClaimTemplateName: 'template' },
    ];
    const [secrets, maps] = [c.resource('v1', 'secrets'), c.resource('v1', 'configmaps')];
    await createObject(c, secrets.collection, secret('used'));
    await createObject(c, maps.collection, configMap('used'));
    const volumes = [
      { name: 's', secret: { secretName: 'used' } },
      { name: 'm', configMap: { name: 'used' } },
    ];
    await createPod(c, pod('p', { nodeName: own, resourceClaims, volumes }));
    await createPod(c, pod('q', { nodeName: other, resourceClaims: [{ name: 'a', resourceClaimName: 'other' }] }));
    await c.holds(['NODEAUTHZ-011', 'NODEAUTHZ-033'], async () => {
      await c.eventually(async () => expectOk(await agent.get(claims.item('named'))));
      expectStatus(await agent.get(claims.item('given')), 403);
      const status = { resourceClaimStatuses: [{ name: 'b', resourceClaimName: 'given' }] };
      expectOk(await c.wire.patch(c.resource('v1', 'pods').item('p', 'status'), 'merge', { status }));
      await c.eventually(async () => expectOk(await agent.get(claims.item('given'))));
    });
    await c.holds('NODEAUTHZ-032', async () => {
      for (const answer of [
        await agent.get(claims.item('other')),
        await agent.get(claims.collection),
        await agent.patch(claims.item('named'), 'merge', { metadata: { labels: { a: 'b' } } }),
        await agent.delete(claims.item('given')),
      ]) {
        expectStatus(answer, 403);
      }
    });
    // What an agent may read because of its pods it may not write.
    await c.holds('NODEAUTHZ-032', async () => {
      for (const [paths, manifest] of [
        [secrets, secret('used', { k: 'of-the-node' })],
        [maps, configMap('used', { k: 'of-the-node' })],
      ] as const) {
        await c.eventually(async () => expectOk(await agent.get(paths.item('used'))));
        for (const answer of [
          await agent.put(paths.item('used'), manifest),
          await agent.patch(paths.item('used'), 'merge', manifest),
          await agent.delete(paths.item('used')),
          await agent.delete(paths.collection),
        ]) {
          expectStatus(answer, 403);
        }
      }
    });
  },
} satisfies Case;
