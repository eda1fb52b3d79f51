import { writeFile } from 'node:fs/promises';
import { expectForeignPods } from '../../fixtures/agent/foreign-pods.ts';
import { type AskedCheckpoint, withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import type { Case } from '../../contract/case.ts';
import { expectArray } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const checked = { namespace: 'conformance', pod: 'checked', container: 'main' };

export default {
  id: 'right-container',
  title: 'The agent MUST ask its runtime for the one running container of that name in that pod and namespace.',
  requirements: ['CKPT-004', 'CKPT-005', 'CKPT-006', 'CKPT-010', 'CKPT-012', 'CKPT-023'],
  needs: ['launch-agent'],
  async run(c) {
    await withStandInRuntime(undefined, async (runtime) => {
      runtime.containers = [
        { ...checked, id: 'of-the-run-before', sandbox: 'old', podUid: 'old', isRunning: false, isReady: false },
        { ...checked, id: 'ended', sandbox: 'now', isRunning: false },
        { ...checked, id: 'beside', sandbox: 'now', container: 'side' },
        { ...checked, id: 'right', sandbox: 'now' },
        { ...checked, id: 'of-another-pod', sandbox: 'other', pod: 'unchecked' },
        { ...checked, id: 'of-another-namespace', sandbox: 'elsewhere', namespace: 'default' },
        { ...checked, id: 'over', sandbox: 'now', container: 'over', isRunning: false },
      ];
      const agent = await c.launchAgent({ flags: [`--container-runtime-endpoint=${runtime.endpoint}`] });
      const asked: AskedCheckpoint[] = [];
      runtime.checkpoint = async (request) => {
        asked.push(request);
        await writeFile(request.location, 'memory of the container');
      };
      await expectForeignPods(agent, 'conformance/checked/main');
      const ask = (path: string) => agent.wire.post(`/checkpoint/${path}`, undefined);
      for (const [path, id] of [
        ['conformance/checked/main', 'right'],
        ['conformance/checked/side', 'beside'],
        ['conformance/unchecked/main', 'of-another-pod'],
        ['default/checked/main', 'of-another-namespace'],
      ] as const) {
        asked.splice(0);
        const made = await ask(path);
        expectStatus(made, 200);
        expectEqual(
          `containers of ${path}`,
          asked.map(({ containerId }) => containerId),
          [id],
        );
        const [namespace = '', pod = '', container = ''] = path.split('/');
        const [archive] = expectArray(made, 'items');
        const name = `checkpoint-${pod}_${namespace}-${container}-`;
        expectThat(`archive of ${path}`, String(archive).includes(`/${name}`), name, archive);
      }
      asked.splice(0);
      await c.holds('CKPT-023', async () => {
        expectStatus(await ask('conformance/unchecked/side'), 404);
        expectStatus(await ask('default/checked/side'), 404);
      });
      await c.holds('CKPT-010', async () => {
        const ended = await ask('conformance/checked/over');
        expectThat('status for a container that has ended', ended.status >= 400, 'a failure', ended.status);
        expectEqual('containers that were checkpointed', asked, []);
      });
    });
  },
} satisfies Case;
