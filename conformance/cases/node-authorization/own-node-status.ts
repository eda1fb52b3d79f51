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
  },
} satisfies Case;
