import { expectField } from '../../wire/expect/object.ts';
import { expectCreated, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { node } from '../../fixtures/manifests.ts';

export default {
  id: 'own-node-status',
  title: 'A node agent MUST be able to create its node and write its status.',
  requirements: ['NODEAUTHZ-012', 'NODEAUTHZ-013'],
  needs: ['node-authorizer'],
  async run(c) {
    const nodes = c.clusterResource('v1', 'nodes');
    const own = c.unique('node');
    c.removeLater(nodes.item(own));
    const agent = c.as(`system:node:${own}`, 'system:nodes');
    expectCreated(await agent.post(nodes.collection, node(own)));
    const status = { status: { nodeInfo: { osImage: 'conformance' } } };
    expectOk(await agent.patch(nodes.item(own, 'status'), 'strategic', status));
    expectField(await c.wire.get(nodes.item(own)), 'status.nodeInfo.osImage', 'conformance');
    // Controllers write a new node too, so a PUT may come too late and is repeated with what is read anew.
    const read = async () =>
      (await agent.get(nodes.item(own))).json() as {
        metadata: { labels?: object };
        status: object;
      };
    await c.holds('NODEAUTHZ-012', async () => {
      expectOk(await agent.patch(nodes.item(own), 'merge', { metadata: { labels: { patched: 'yes' } } }));
      await c.eventually(async () => {
        const found = await read();
        const metadata = { ...found.metadata, labels: { ...found.metadata.labels, put: 'yes' } };
        expectOk(await agent.put(nodes.item(own), { ...found, metadata }));
      });
      expectField(await c.wire.get(nodes.item(own)), 'metadata.labels.put', 'yes');
    });
    await c.holds('NODEAUTHZ-013', async () => {
      await c.eventually(async () => {
        const found = await read();
        const nodeInfo = { ...(found.status as { nodeInfo?: object }).nodeInfo, osImage: 'put' };
        expectOk(await agent.put(nodes.item(own, 'status'), { ...found, status: { ...found.status, nodeInfo } }));
      });
      expectField(await c.wire.get(nodes.item(own)), 'status.nodeInfo.osImage', 'put');
    });
  },
} satisfies Case;
