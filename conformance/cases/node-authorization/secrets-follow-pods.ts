import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap, pod, secret } from '../../fixtures/manifests.ts';
import { expectLasting } from '../../fixtures/lasting.ts';
import { createObject, createPod } from '../../fixtures/created-objects.ts';

export default {
  id: 'secrets-follow-pods',
  title: 'A node agent MUST be able to read secrets and config maps only while a pod on its node uses them.',
  requirements: ['NODEAUTHZ-007', 'NODEAUTHZ-008', 'NODEAUTHZ-033'],
  needs: ['namespace', 'node-authorizer'],
  async run(c) {
    const own = c.unique('node');
    const other = await c.otherNamespace();
    const secrets = c.resource('v1', 'secrets');
    const maps = c.resource('v1', 'configmaps');
    for (const name of ['used', 'unused']) {
      await createObject(c, secrets.collection, secret(name));
      await createObject(c, maps.collection, configMap(name));
    }
    const agent = c.as(`system:node:${own}`, 'system:nodes');
    expectStatus(await agent.get(secrets.item('used')), 403);
    const volumes = [
      { name: 's', secret: { secretName: 'used' } },
      { name: 'm', configMap: { name: 'used' } },
    ];
    const pods = c.resource('v1', 'pods');
    const finalizers = ['conformance.example/kept'];
    await createPod(c, pod('p', { nodeName: own, volumes }, { finalizers }));
    await c.eventually(async () => expectOk(await agent.get(secrets.item('used'))));
    await c.eventually(async () => expectOk(await agent.get(maps.item('used'))));
    expectStatus(await agent.get(secrets.item('unused')), 403);
    expectStatus(await agent.get(maps.item('unused')), 403);
    // Objects of the same names elsewhere are others.
    for (const resource of ['secrets', 'configmaps'])
      expectStatus(await agent.get(c.resource('v1', resource, other).item('used')), 403);
    for (const { collection } of [secrets, maps]) {
      expectStatus(await agent.get(collection), 403);
      expectStatus(await agent.get(collection, { query: { watch: '1', timeoutSeconds: '1' } }), 403);
    }
    // One object can be listed and watched too.
    for (const paths of [secrets, maps]) {
      for (const [name, status] of [
        ['used', 200],
        ['unused', 403],
      ] as const) {
        const query = { fieldSelector: `metadata.name=${name}` };
        expectStatus(await agent.get(paths.collection, { query }), status);
        const stream = await agent.watch(paths.collection, { timeoutSeconds: '1', ...query });
        stream.close();
        expectEqual(`status of a watch of ${name}`, stream.status, status);
      }
    }
    // A pod that has ended is bound to its node until it is deleted.
    expectOk(await c.wire.patch(pods.item('p', 'status'), 'merge', { status: { phase: 'Succeeded' } }));
    await expectLasting(c, async () => expectOk(await agent.get(secrets.item('used'))), 5);
    // So is one that is about to be deleted.
    expectDeleted(await c.wire.delete(pods.item('p'), { gracePeriodSeconds: 0 }));
    await expectLasting(c, async () => expectOk(await agent.get(secrets.item('used'))), 5);
    expectOk(await c.wire.patch(pods.item('p'), 'merge', { metadata: { finalizers: null } }));
    await c.eventually(async () => expectStatus(await agent.get(secrets.item('used')), 403));
  },
} satisfies Case;
