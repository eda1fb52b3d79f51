import {
  agentPatience,
  expectCorrected,
  isRenewal,
  isStatusWrite,
  type JoinedAgent,
  tellALie,
  untilAnswered,
  withJoinedAgent,
} from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import type { Case } from '../../contract/case.ts';
import type { NodeRequest } from '../../launch/node-service.ts';
import { expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'hung-requests',
  title:
    'An agent MUST give up heartbeats that are not answered, try again on another connection, and need no watch of its node.',
  requirements: ['NSTAT-003', 'NSTAT-037'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    const configuration = { nodeStatusUpdateFrequency: '1s', nodeLeaseDurationSeconds: 8 };
    const prepare = (service: JoinedAgent['service']) => {
      service.refuses = ({ method, path }) => method === 'GET' && path === '/api/v1/nodes';
    };
    await withJoinedAgent(c, { configuration, prepare }, async (joined) => {
      const { service, lease } = joined;
      await c.holds('NSTAT-003', async () => {
        await joined.untilReady();
        await tellALie(c, joined);
        await c.eventually(() => expectCorrected(joined), agentPatience);
      });
      const renewal = (request: NodeRequest) => isRenewal(joined, request);
      const statusWrite = (request: NodeRequest) => isStatusWrite(joined, request);
      const hang = async (what: string, isMeant: (request: NodeRequest) => boolean, before: () => Promise<void>) => {
        service.hangs = isMeant;
        const begun = service.requests.length;
        await before();
        await untilAnswered(c, joined, { what, count: 3, by: 'failure' }, isMeant);
        const used = service.requests.slice(begun).filter(({ status }) => status === 504);
        const connections = new Set(used.map(({ connection }) => connection));
        expectThat(`connections of ${what}`, connections.size > 1, 'more than one', connections.size);
        service.hangs = () => false;
      };
      await c.holds('NSTAT-037', async () => {
        await hang(
          'renewals without an answer',
          ({ path }) => path === lease,
          async () => {},
        );
        await untilAnswered(c, joined, { what: 'renewals', count: 1, by: 'success' }, renewal);
      });
      await c.holds('NSTAT-003', async () => {
        await hang('writes of the status without an answer', statusWrite, () => tellALie(c, joined));
        await c.eventually(() => expectCorrected(joined), agentPatience);
      });
    });
  },
} satisfies Case;
