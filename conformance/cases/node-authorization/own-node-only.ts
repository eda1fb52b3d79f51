import { expectFailure, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { twoNodes } from '../../fixtures/rights/two-nodes.ts';

export default {
  id: 'own-node-only',
  title: 'A node agent MUST be able to read its own node and no other node.',
  requirements: ['NODEAUTHZ-003', 'NODEAUTHZ-004', 'NODEAUTHZ-011', 'NODEAUTHZ-022'],
  needs: ['node-authorizer'],
  async run(c) {
    const { own, other, nodes, agent } = await twoNodes(c);
    await c.eventually(async () => expectOk(await agent.get(nodes.item(own))));
    await c.holds(['NODEAUTHZ-004', 'NODEAUTHZ-011'], async () => {
      expectFailure(await agent.get(nodes.item(other)), 403, 'Forbidden');
      expectFailure(await agent.get(nodes.collection), 403, 'Forbidden');
      // One object can be listed and watched too.
      for (const [name, status] of [
        [own, 200],
        [other, 403],
      ] as const) {
        const query = { fieldSelector: `metadata.name=${name}` };
        expectStatus(await agent.get(nodes.collection, { query }), status);
        const stream = await agent.watch(nodes.collection, { timeoutSeconds: '1', ...query });
        stream.close();
        expectEqual(`status of a watch of ${name}`, stream.status, status);
      }
    });
    await c.holds('NODEAUTHZ-022', async () => {
      for (const name of [own.toUpperCase(), own.slice(0, -1), `${own}0`]) {
        const like = c.as(`system:node:${name}`, 'system:nodes');
        expectFailure(await like.get(nodes.item(own)), 403, 'Forbidden');
      }
    });
  },
} satisfies Case;
