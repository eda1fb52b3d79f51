import { orWhenEnded } from '../../fixtures/agent/refusing-agent.ts';
import { startRuntimeRelay } from '../../launch/runtime-relay.ts';
import { expectText } from '../../wire/expect/object.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { type Case, type CaseContext, NotObservable } from '../../contract/case.ts';
import {
  agentPatience,
  isRenewal,
  type JoinedAgent,
  untilAnswered,
  withJoinedAgent,
} from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';

export default {
  id: 'runtime-breaks',
  title: 'A node MUST be Ready False, with the reason, while its container runtime does not work.',
  requirements: ['NSTAT-019', 'NSTAT-018'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    const relay = await startRuntimeRelay(await runtimeOf(c));
    try {
      const name = c.unique('node');
      const flags = [`--hostname-override=${name}`, `--container-runtime-endpoint=${relay.endpoint}`];
      const configuration = { nodeStatusUpdateFrequency: '1s', nodeLeaseDurationSeconds: 8 };
      const judge = async (joined: JoinedAgent) => {
        const renewed = (count: number) =>
          untilAnswered(c, joined, { what: 'renewals', count, by: 'success' }, (request) => isRenewal(joined, request));
        const expectNotReady = async () => {
          const ready = await joined.condition('Ready');
          expectEqual('Ready without a runtime', ready?.status, 'False');
          for (const field of ['reason', 'message']) {
            expectThat(`${field} of Ready False`, (ready?.[field] ?? '') !== '', 'some words', ready?.[field]);
          }
        };
        // Wait until the agent has noticed the broken runtime, or reports Ready.
        const isReady = await c.eventually(async () => {
          if ((await joined.condition('Ready'))?.status === 'True') return true;
          expectThat('connections to the runtime', relay.refused >= 2, 'two or more', relay.refused);
          return false;
        }, agentPatience);
        expectEqual('whether the node is ready without a runtime', isReady, false);
        await renewed(1);
        // An agent that has just started is not ready either, so check again after some renewals.
        await expectNotReady();
        await renewed(3);
        await expectNotReady();
        relay.mend();
        await joined.untilReady();
      };
      const joining = { name, flags, configuration };
      await orWhenEnded(withJoinedAgent(c, joining, judge), () => {
        // This agent does not start without a runtime: it breaks later.
        relay.mend();
        return withJoinedAgent(c, joining, async (joined) => {
          await joined.untilReady();
          relay.spoil();
          await c.eventually(async () => {
            expectEqual('Ready without a runtime', (await joined.condition('Ready'))?.status, 'False');
          }, 2 * agentPatience);
          await judge(joined);
        });
      });
    } finally {
      await relay.close();
    }
  },
} satisfies Case;

/** Returns the container runtime endpoint of launched agents, read from `/configz`. */
async function runtimeOf(c: CaseContext): Promise<string> {
  const agent = await c.launchAgent({ flags: [] });
  const answer = await agent.wire.get('/configz');
  if (answer.status !== 200) throw new NotObservable('the agent does not serve its configuration');
  const [component = ''] = Object.keys(answer.json() as object);
  return expectText(answer, [component, 'containerRuntimeEndpoint']);
}
