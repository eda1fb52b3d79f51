import { writeFile } from 'node:fs/promises';
import { expectForeignPods } from '../../fixtures/agent/foreign-pods.ts';
import { type AskedCheckpoint, withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import type { Case } from '../../contract/case.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const container = { namespace: 'conformance', pod: 'checked', container: 'main' };

export default {
  id: 'timeout-reaches-the-runtime',
  title: 'The timeout of a checkpoint call MUST be passed to the runtime, 0 by default, and MUST end the call.',
  requirements: ['CKPT-007', 'CKPT-008', 'CKPT-010'],
  needs: ['launch-agent'],
  async run(c) {
    await withStandInRuntime(container, async (runtime) => {
      const agent = await c.launchAgent({ flags: [`--container-runtime-endpoint=${runtime.endpoint}`] });
      await expectForeignPods(agent, 'conformance/checked/main');
      const ask = (query: string) => agent.wire.post(`/checkpoint/conformance/checked/main${query}`, undefined);
      const asked: AskedCheckpoint[] = [];
      runtime.checkpoint = async (request) => {
        asked.push(request);
        await writeFile(request.location, 'memory of the container');
      };
      const isAsked = async (query: string, timeout: number) => {
        asked.splice(0);
        expectStatus(await ask(query), 200);
        expectEqual(
          `timeouts of ${query}`,
          asked.map((each) => each.timeout),
          [timeout],
        );
      };
      await c.holds('CKPT-008', async () => {
        for (const query of ['', '?timeout=0']) await isAsked(query, 0);
      });
      await c.holds('CKPT-007', async () => {
        for (const seconds of [17, 86_400]) await isAsked(`?timeout=${seconds}`, seconds);
        await isAsked('?timeout=3&timeout=19', 19);
      });
      await c.holds('CKPT-010', async () =>
        expectEqual(
          'containers',
          asked.map(({ containerId }) => containerId),
          ['conformance-container'],
        ),
      );
      await c.holds('CKPT-007', async () => {
        let over = (): void => {};
        runtime.checkpoint = () => new Promise((resolve) => (over = resolve));
        const slow = await ask('?timeout=1');
        over();
        expectStatus(slow, 500);
      });
    });
  },
} satisfies Case;
