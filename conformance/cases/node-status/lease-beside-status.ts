import type { NodeRequest } from '../../launch/node-service.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import {
  agentPatience,
  expectCorrected,
  isRenewal,
  isStatusWrite,
  tellALie,
  untilAnswered,
  withJoinedAgent,
} from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'lease-beside-status',
  title: 'The agent MUST renew its lease while status writes fail, and write its status while renewals fail.',
  requirements: ['NSTAT-031', 'NSTAT-032', 'NSTAT-037'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    const configuration = { nodeStatusUpdateFrequency: '1s', nodeLeaseDurationSeconds: 8 };
    await withJoinedAgent(c, { configuration }, async (joined) => {
      const { service, lease } = joined;
      await joined.untilReady();
      const renewal = (request: NodeRequest) => isRenewal(joined, request);
      const statusWrite = (request: NodeRequest) => isStatusWrite(joined, request);

      service.refuses = statusWrite;
      await tellALie(c, joined);
      // Status writes must have been refused before the renewals prove anything.
      await untilAnswered(c, joined, { what: 'writes of the status', count: 2, by: 'failure' }, statusWrite);
      await untilAnswered(c, joined, { what: 'renewals', count: 4, by: 'success' }, renewal);
      expectEqual('PIDPressure of the service', (await joined.condition('PIDPressure'))?.['reason'], 'ConformanceTest');
      service.refuses = () => false;
      await c.eventually(() => expectCorrected(joined), agentPatience);

      service.refuses = ({ path }) => path === lease;
      await untilAnswered(
        c,
        joined,
        { what: 'attempts for the lease', count: 2, by: 'failure' },
        ({ path }) => path === lease,
      );
      for (let time = 0; time < 2; time += 1) {
        await tellALie(c, joined);
        await c.eventually(() => expectCorrected(joined), agentPatience);
      }
      service.refuses = () => false;
      await untilAnswered(c, joined, { what: 'renewals', count: 1, by: 'success' }, renewal);
    });
  },
} satisfies Case;
