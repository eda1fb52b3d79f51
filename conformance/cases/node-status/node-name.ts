import { hostname } from 'node:os';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import { agentPatience, type JoiningAgent, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'node-name',
  title: 'An agent MUST register its node under the host name, or under the name in --hostname-override.',
  requirements: ['NSTAT-006', 'NODEAUTHZ-023'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await registers(c, c.unique('node'), {});
    await registers(c, hostname().toLowerCase(), { flags: [] });
  },
} satisfies Case;

/** The first request about a node shows the name under which the agent registers. */
async function registers(c: CaseContext, name: string, joining: JoiningAgent): Promise<void> {
  await withJoinedAgent(c, { ...joining, name }, async ({ service, node }) => {
    const asked = await c.eventually(async () => {
      const lease = c.vendor.fill('/apis/coordination.{api}/v1/namespaces/{short}-node-lease/leases/');
      const nodes = service.requests.filter(({ path }) => path.startsWith(lease) || /^\/api\/v1\/nodes\/./.test(path));
      expectEqual('whether the agent asks for its node', nodes.length > 0, true);
      return nodes.map(({ path }) => /[^/]+(?=(?:\/status)?$)/.exec(path)?.[0]);
    }, agentPatience);
    expectEqual('names by which the agent asks for its node', [...new Set(asked)], [name]);
    await c.eventually(async () => expectOk(await c.wire.get(node)), agentPatience);
  });
}
