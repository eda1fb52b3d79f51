import { backOffIn } from '../../fixtures/back-off.ts';
import { agentPatience, type JoinedAgent, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import type { Case, CaseContext } from '../../contract/case.ts';
import type { NodeRequest } from '../../launch/node-service.ts';
import { ExpectationFailed, shown } from '../../wire/contract/failure.ts';
import { expectField, fieldOf } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

/** Milliseconds. */
const wanted = { first: 100, longest: 7_000 };
/** Pauses that show the back-off: 0.1, 0.2, 0.4 and 0.8 seconds. */
const enough = 4;

const createsNode = ({ method, path }: NodeRequest): boolean => method === 'POST' && path === '/api/v1/nodes';

export default {
  id: 'failed-registration',
  title:
    'An agent whose node cannot be created MUST try again with pauses that double, and MUST write no lease before its node exists.',
  requirements: ['NSTAT-028'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    const prepare = (service: JoinedAgent['service']) => {
      service.refuses = createsNode;
    };
    await withJoinedAgent(c, { prepare }, async (joined) => {
      const { service } = joined;
      await retries(c, joined);
      await c.holds('NSTAT-028', async () => {
        // A lease without the uid of its node as owner would outlive the node.
        const written = service.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/leases'));
        expectEqual('leases that were created without a node', written, []);
        expectStatus(await c.wire.get(joined.lease), 404);
      });
      service.refuses = () => false;
      await joined.untilReady();
      await c.holds('NSTAT-028', async () => {
        const node = await c.wire.get(joined.node);
        expectOk(node);
        const owner = { apiVersion: 'v1', kind: 'Node' };
        const [name, uid] = ['name', 'uid'].map((field) => fieldOf(node, `metadata.${field}`));
        await c.eventually(async () => {
          const lease = await c.wire.get(joined.lease);
          expectOk(lease);
          expectField(lease, 'metadata.ownerReferences', [{ ...owner, name, uid }]);
        }, agentPatience);
      });
    });
  },
} satisfies Case;

async function retries(c: CaseContext, { service }: JoinedAgent): Promise<void> {
  await c.eventually(async () => {
    const attempts = service.requests.filter(createsNode);
    const pauses = attempts.slice(1).map(({ asked }, index) => Math.round(asked - (attempts[index]?.answered ?? 0)));
    const found = backOffIn(pauses.slice(0, 2 * enough), wanted);
    expectThat('pauses between attempts', (found?.length ?? 0) >= enough, `${wanted.first} ms, doubling`, pauses);
    const first = found?.[0] ?? 0;
    if (first > 10 * wanted.first)
      throw new ExpectationFailed('first pause', `about ${wanted.first} ms`, shown(pauses));
  }, agentPatience);
}
