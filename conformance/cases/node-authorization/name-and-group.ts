import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { node } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'name-and-group',
  title: 'Node permissions MUST require both the group of nodes and a user name of the documented form.',
  requirements: ['NODEAUTHZ-020', 'NODEAUTHZ-021', 'NODEAUTHZ-027', 'NODEAUTHZ-028'],
  needs: ['node-authorizer'],
  async run(c) {
    const nodes = c.clusterResource('v1', 'nodes');
    const name = c.unique('node');
    c.removeLater(nodes.item(name));
    await createObject(c, nodes.collection, node(name));
    expectStatus(await c.as(`system:node:${name}`).get(nodes.item(name)), 403);
    expectStatus(await c.as(name, 'system:nodes').get(nodes.item(name)), 403);
    const agent = c.as(`system:node:${name}`, 'system:nodes');
    await c.eventually(async () => expectOk(await agent.get(nodes.item(name))));
  },
} satisfies Case;
