import { agentPatience, isRenewal, untilAnswered, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const types = ['NetworkReady', 'RuntimeReady'] as const;

const downText = (type: string) => `no ${type} for a while`;
/** What the agent says of a condition of its runtime. */
const faultOf = (type: string) =>
  `container runtime ${type === 'NetworkReady' ? 'network ' : ''}not ready: ${type}=false reason:ConformanceTest message:${downText(type)}`;

export default {
  id: 'network-not-ready',
  title:
    "A node MUST be Ready False, with the runtime's message, while its runtime reports that it or its network is not ready.",
  requirements: ['NSTAT-018', 'NSTAT-019', 'NSTAT-024'],
  needs: ['launch-agent', 'impersonation'],
  launch: plain,
  async run(c) {
    await withStandInRuntime(undefined, async (runtime) => {
      const says = (...down: readonly (typeof types)[number][]) => {
        runtime.conditions = types.map((type) =>
          down.includes(type)
            ? { type, status: false, reason: 'ConformanceTest', message: downText(type) }
            : { type, status: true, reason: '', message: '' },
        );
      };
      says('NetworkReady');
      const name = c.unique('node');
      const flags = [`--hostname-override=${name}`, `--container-runtime-endpoint=${runtime.endpoint}`];
      const configuration = { nodeStatusUpdateFrequency: '1s', nodeLeaseDurationSeconds: 8 };
      await withJoinedAgent(c, { name, flags, configuration }, async (joined) => {
        const isDown = (...down: readonly string[]) =>
          c.eventually(async () => {
            const ready = await joined.condition('Ready');
            expectEqual(`Ready without ${down.join(' and ')}`, ready?.status, 'False');
            const message = String(ready?.['message']);
            for (const words of down.flatMap((type) => [type, 'ConformanceTest', downText(type)]))
              expectThat('message of Ready False', message.includes(words), words, message);
            expectEqual('reason of Ready False', ready?.['reason'], 'KubeletNotReady');
            const faults = types
              .toReversed()
              .filter((type) => down.includes(type))
              .map(faultOf);
            expectEqual('message of Ready False', message, faults.length > 1 ? `[${faults.join(', ')}]` : faults[0]);
          }, agentPatience);
        const lasts = () =>
          untilAnswered(c, joined, { what: 'renewals', count: 2, by: 'success' }, (request) =>
            isRenewal(joined, request),
          );
        await c.holds('NSTAT-019', async () => {
          await isDown('NetworkReady');
          await lasts();
          await isDown('NetworkReady');
        });
        const network = async (status: string) => {
          const found = await joined.condition('NetworkUnavailable');
          if (found === undefined) throw new NotObservable('this node has no condition about its network');
          expectEqual('NetworkUnavailable', found.status, status);
        };
        await c.holds('NSTAT-024', async () => {
          await network('True');
          const found = await joined.condition('NetworkUnavailable');
          expectEqual(
            'words of NetworkUnavailable',
            [found?.['reason'], found?.['message']],
            ['ConformanceTest', downText('NetworkReady')],
          );
        });
        await c.holds('NSTAT-018', async () => {
          says();
          await joined.untilReady();
          const ready = await joined.condition('Ready');
          expectEqual('reason of Ready True', ready?.['reason'], 'KubeletReady');
          expectEqual('message of Ready True', ready?.['message'], 'kubelet is posting ready status');
        });
        await c.holds('NSTAT-024', () => network('False'));
        await c.holds('NSTAT-019', async () => {
          says('RuntimeReady');
          await isDown('RuntimeReady');
        });
        // It is about the network, not about whether the node is ready.
        await c.holds('NSTAT-024', () => network('False'));
        await c.holds('NSTAT-019', async () => {
          says('RuntimeReady', 'NetworkReady');
          await isDown('RuntimeReady', 'NetworkReady');
        });
      });
    });
  },
} satisfies Case;
