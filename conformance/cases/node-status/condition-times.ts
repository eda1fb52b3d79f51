import { agentPatience, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import type { Case } from '../../contract/case.ts';
import type { Condition } from '../../fixtures/agent-node.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const types = ['RuntimeReady', 'NetworkReady'] as const;

export default {
  id: 'condition-times',
  title: 'The transition time of a condition MUST move with its status and with nothing else.',
  requirements: ['NSTAT-009', 'NSTAT-026', 'NSTAT-035U'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await withStandInRuntime(undefined, async (runtime) => {
      const says = (message: string | undefined) => {
        runtime.conditions = types.map((type) => {
          const isDown = type === 'NetworkReady' && message !== undefined;
          return { type, status: !isDown, reason: isDown ? 'ConformanceTest' : '', message: isDown ? message : '' };
        });
      };
      const name = c.unique('node');
      const flags = [`--hostname-override=${name}`, `--container-runtime-endpoint=${runtime.endpoint}`];
      await withJoinedAgent(c, { name, flags, configuration: { nodeStatusUpdateFrequency: '1s' } }, async (joined) => {
        const until = (isMeant: (ready: Condition) => boolean, what: string) =>
          c.eventually(async () => {
            const ready = await joined.condition('Ready');
            expectThat('Ready', ready !== undefined && isMeant(ready), what, ready);
            return ready as Condition;
          }, agentPatience);
        const timeOf = (condition: Condition, name: string) => Date.parse(String(condition[name]));
        const untilSecondIsOver = () => c.clock.sleep(1_100, c.signal);

        says(undefined);
        const up = await until(({ status }) => status === 'True', 'True');
        await untilSecondIsOver();
        says('first');
        const down = await until(({ message }) => String(message).includes('first'), 'False with the message');
        expectEqual('status without a network', down.status, 'False');
        const [wasUp, wentDown] = [timeOf(up, 'lastTransitionTime'), timeOf(down, 'lastTransitionTime')];
        expectThat('transition to False', wentDown > wasUp, 'later than that to True', down);
        expectEqual('heartbeat of the transition', timeOf(down, 'lastHeartbeatTime'), wentDown);
        await untilSecondIsOver();
        says('second');
        const still = await until(({ message }) => String(message).includes('second'), 'False with the next message');
        expectEqual('transition time with the same status', timeOf(still, 'lastTransitionTime'), wentDown);
        expectThat('heartbeat', timeOf(still, 'lastHeartbeatTime') > wentDown, 'a later one', still);
        const other = await joined.condition('MemoryPressure');
        expectThat(
          'transition of another condition',
          Date.parse(String(other?.['lastTransitionTime'])) < wentDown,
          'before',
          other,
        );
        says(undefined);
        const back = await until(({ status }) => status === 'True', 'True again');
        expectThat('transition back', timeOf(back, 'lastTransitionTime') > wentDown, 'a later one', back);
        // Where only the frequency of checks is set, reports are as frequent.
        const told = timeOf(back, 'lastHeartbeatTime');
        const again = await until((ready) => timeOf(ready, 'lastHeartbeatTime') > told, 'a later heartbeat');
        expectEqual(
          'transition time without a change',
          timeOf(again, 'lastTransitionTime'),
          timeOf(back, 'lastTransitionTime'),
        );
      });
    });
  },
} satisfies Case;
