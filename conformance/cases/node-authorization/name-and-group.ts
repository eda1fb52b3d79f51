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
    const user = `system:node:${name}`;
    const agent = c.as(user, 'system:nodes');
    await c.eventually(async () => expectOk(await agent.get(nodes.item(name))));
    // Reads that depend on the node, and on nothing but the fixed rules.
    const paths = [nodes.item(name), '/api/v1/services'];
    for (const path of paths) expectOk(await agent.get(path));
    await c.holds(['NODEAUTHZ-020', 'NODEAUTHZ-027'], async () => {
      for (const groups of [[], ['system:node'], ['system:Nodes'], ['system:nodes:all'], [user]]) {
        for (const path of paths) expectStatus(await c.as(user, ...groups).get(path), 403);
      }
    });
    await c.holds(['NODEAUTHZ-021', 'NODEAUTHZ-028'], async () => {
      for (const other of [name, `System:Node:${name}`, `system:nodes:${name}`, `x:${user}`, 'system:node:']) {
        for (const path of paths) expectStatus(await c.as(other, 'system:nodes').get(path), 403);
      }
    });
  },
} satisfies Case;
