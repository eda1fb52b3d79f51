import { agentPatience, isRenewal, untilAnswered, withJoinedAgent } from '../../fixtures/joined-agent.ts';
import { plain } from '../../fixtures/launches.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const types = ['NetworkReady', 'RuntimeReady'] as const;

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
            ? { type, status: false, reason: 'ConformanceTest', message: `no ${type} for a while` }
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
            for (const words of down.flatMap((type) => [type, 'ConformanceTest', `no ${type} for a while`]))
              expectThat('message of Ready False', message.includes(words), words, message);
            expectThat('reason of Ready False', (ready?.['reason'] ?? '') !== '', 'some word', ready?.['reason']);
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
        await c.holds('NSTAT-024', () => network('True'));
        await c.holds('NSTAT-018', async () => {
          says();
          await joined.untilReady();
        });
        await c.holds('NSTAT-024', () => network('False'));
        await c.holds('NSTAT-019', async () => {
          says('RuntimeReady');
          await isDown('RuntimeReady');
          says('RuntimeReady', 'NetworkReady');
          await isDown('RuntimeReady', 'NetworkReady');
        });
      });
    });
  },
} satisfies Case;
