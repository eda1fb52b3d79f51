import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectForeignPods } from '../../fixtures/agent/foreign-pods.ts';
import { withStandInRuntime } from '../../launch/stand-in-runtime.ts';
import type { Case } from '../../contract/case.ts';
import { expectArray } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';

const container = { namespace: 'conformance', pod: 'checked', container: 'main' };

export default {
  id: 'archive-must-be-there',
  title:
    'A checkpoint MUST fail when the runtime failed, or left no archive, an empty one or a link, and a good one MUST be private.',
  requirements: ['CKPT-016', 'CKPT-018', 'CKPT-024'],
  needs: ['launch-agent'],
  async run(c) {
    await withStandInRuntime(container, async (runtime) => {
      const agent = await c.launchAgent({ flags: [`--container-runtime-endpoint=${runtime.endpoint}`] });
      const folder = join(agent.rootFolder, 'checkpoints');
      const ask = () => agent.wire.post('/checkpoint/conformance/checked/main', undefined);
      const archives = async () => readdir(folder);
      const isMade = async (number: number) => {
        runtime.checkpoint = async ({ location }) => {
          await writeFile(location, 'memory of the container');
          await chmod(location, 0o644);
        };
        const made = await ask();
        expectStatus(made, 200);
        const paths = expectArray(made, 'items');
        expectEqual('archives in the answer', paths.length, 1);
        expectEqual('archives in the folder', (await archives()).length, number);
        await c.holds('CKPT-016', async () => {
          const { mode } = await stat(String(paths[0]));
          expectEqual('rights of others', (mode & 0o077).toString(8), '0');
        });
      };
      await expectForeignPods(agent, 'conformance/checked/main');
      await c.holds('CKPT-018', () => isMade(1));
      await c.holds('CKPT-018', async () => {
        for (const leave of [
          async () => {},
          (location: string) => writeFile(location, ''),
          (location: string) => symlink('/etc/hostname', location),
          (location: string) => mkdir(location).then(() => {}),
        ]) {
          runtime.checkpoint = ({ location }) => leave(location);
          expectStatus(await ask(), 500);
          expectEqual('archives in the folder', (await archives()).length, 1);
        }
      });
      await c.holds('CKPT-024', async () => {
        runtime.checkpoint = async ({ location }) => {
          await writeFile(location, 'half of the memory');
          throw new Error('the runtime ran out of it');
        };
        expectStatus(await ask(), 500);
        expectEqual('archives in the folder', (await archives()).length, 1);
      });
      await c.holds('CKPT-018', () => isMade(2));
    });
  },
} satisfies Case;
