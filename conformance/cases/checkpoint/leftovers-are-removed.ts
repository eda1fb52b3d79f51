import { chmod, chown, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withTemporaryFolder } from '../../fixtures/temporary-folder.ts';
import { type Case, type CaseContext, NotObservable } from '../../contract/case.ts';
import { expectArray, fieldOf } from '../../wire/expect/object.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectDifferent, expectEqual } from '../../wire/expect/value.ts';

const archive = (pod: string): string => `checkpoint-${pod}_conformance-main-2026-01-02T03:04:05Z.tar`;
const content = 'memory of a container';

export default {
  id: 'leftovers-are-removed',
  title:
    'An agent SHOULD remove what a crash left of its checkpoints when it starts, and nothing else, and MUST have their folder for itself.',
  requirements: ['CKPT-013', 'CKPT-016'],
  needs: ['launch-agent'],
  async run(c) {
    const usual = await c.launchAgent({ flags: [] });
    if ((await usual.wire.get('/checkpoints')).status === 404)
      throw new NotObservable('the agent does not list checkpoints');
    await withTemporaryFolder(async (root) => {
      const folder = join(root, 'checkpoints');
      await mkdir(folder, { mode: 0o755 });
      await chmod(folder, 0o755);
      const write = (name: string) => writeFile(join(folder, name), content);
      for (const name of [archive('whole'), archive('pinned'), `${archive('pinned')}.pin`]) await write(name);
      // An archive that was pinned just before its removal, one without a pin, and pins without an archive.
      for (const name of [`.leaving-${archive('saved')}`, `${archive('saved')}.pin`]) await write(name);
      for (const name of [`.leaving-${archive('lost')}`, `.partial-${archive('half')}`, `${archive('none')}.pin`])
        await write(name);
      await mkdir(join(folder, `.partial-${archive('folder')}`, 'inner'), { recursive: true });
      // These are none of the agent's.
      const strange = ['.leaving-x', '.partial-notes.tar', 'checkpoint-x.tar', 'notes.pin', 'notes.txt'];
      for (const name of strange) await write(name);
      const { wire } = await c.launchAgent({ flags: [`--root-dir=${root}`] });
      const listed = await wire.get('/checkpoints');
      await c.holds('CKPT-016', async () => {
        expectEqual('rights of the folder', ((await stat(folder)).mode & 0o777).toString(8), '700');
      });
      await c.holds('CKPT-013', async () => {
        expectStatus(listed, 200);
        expectEqual(
          'files of the folder',
          (await readdir(folder)).sort(),
          [
            ...strange,
            archive('pinned'),
            `${archive('pinned')}.pin`,
            archive('saved'),
            `${archive('saved')}.pin`,
            archive('whole'),
          ].sort(),
        );
        expectEqual('content of a pinned archive', await readFile(join(folder, archive('saved')), 'utf8'), content);
        expectEqual(
          'archives',
          expectArray(listed, 'items').map((one) => [
            fieldOf(one, 'name'),
            fieldOf(one, 'bytes'),
            fieldOf(one, 'pinned'),
          ]),
          [
            [archive('pinned'), content.length, true],
            [archive('saved'), content.length, true],
            [archive('whole'), content.length, false],
          ],
        );
        await refusesLinks(c);
      });
    });
  },
} satisfies Case;

/** Another user of the host could decide where the memory of containers goes. */
async function refusesLinks(c: CaseContext): Promise<void> {
  await withTemporaryFolder(async (root) => {
    await mkdir(join(root, 'elsewhere'));
    await symlink(join(root, 'elsewhere'), join(root, 'checkpoints'));
    const code = await c.watchAgent({ flags: [`--root-dir=${root}`] }, 20_000);
    expectDifferent('exit code with a link in place of the folder', code ?? 0, 0);
  });
  if (process.geteuid?.() !== 0) return;
  await withTemporaryFolder(async (root) => {
    await mkdir(join(root, 'checkpoints'));
    await chown(join(root, 'checkpoints'), 12_345, 12_345);
    const code = await c.watchAgent({ flags: [`--root-dir=${root}`] }, 20_000);
    expectDifferent('exit code with the folder of another user', code ?? 0, 0);
  });
}
