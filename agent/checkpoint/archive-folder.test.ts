// The folder of archives: what counts as one, pins, removal, and what a crash leaves.

import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { archiveFolder } from './archive-folder.ts';
import { parseArchiveName } from './archive-name.ts';

const first = 'checkpoint-web_default-app-2026-01-01T10:00:00Z.tar';
const second = 'checkpoint-web_default-app-2026-01-01T13:00:00+02:00.tar';

async function scene(t: { teardown(end: () => unknown): unknown }) {
  const root = await mkdtemp(join(tmpdir(), 'archives-'));
  t.teardown(() => rm(root, { recursive: true }));
  const path = join(root, 'checkpoints');
  const folder = archiveFolder(path);
  await folder.prepare();
  const write = (name: string) => writeFile(join(path, name), 'x', { mode: 0o600 });
  return { root, path, folder, write, names: async () => (await readdir(path)).sort() };
}

t.test('the name of an archive holds container and time, and other names are ignored', async (t) => {
  t.strictSame(parseArchiveName(first), { container: 'checkpoint-web_default-app', created: Date.UTC(2026, 0, 1, 10) });
  t.equal(parseArchiveName(second)?.created, Date.UTC(2026, 0, 1, 11));
  const strange = [
    '',
    '..',
    `../${first}`,
    `${first}/..`,
    `${first}\n`,
    `.${first}`,
    'checkpoint-web_default-app-2026-13-41T10:00:00Z.tar',
    'checkpoint-a/b_default-app-2026-01-01T10:00:00Z.tar',
    `checkpoint-${'a'.repeat(300)}_default-app-2026-01-01T10:00:00Z.tar`,
  ];
  for (const name of strange) t.equal(parseArchiveName(name), undefined, JSON.stringify(name));
});

t.test('archives of the same second are listed by name', async (t) => {
  const { folder, write } = await scene(t);
  const names = ['c', 'a', 'b'].map((pod) => `checkpoint-${pod}_default-app-2026-01-01T10:00:00Z.tar`);
  for (const name of names) await write(name);
  t.strictSame(
    (await folder.list()).map(({ name }) => name),
    names.toSorted(),
  );
});

t.test('archives are listed oldest first; links, folders and other files are not among them', async (t) => {
  const { root, path, folder, write } = await scene(t);
  await write(second);
  await write(first);
  await write('notes.txt');
  await mkdir(join(path, 'checkpoint-dir_default-app-2026-01-01T10:00:00Z.tar'));
  const linked = 'checkpoint-link_default-app-2026-01-01T10:00:00Z.tar';
  await writeFile(join(root, 'secret'), 'secret');
  await symlink(join(root, 'secret'), join(path, linked));
  t.strictSame(
    (await folder.list()).map(({ name }) => name),
    [first, second],
  );
  t.equal(await folder.find(linked), undefined);
  t.equal(await folder.open(linked), undefined);
  t.equal(await folder.remove(linked), 'absent');
  t.equal(await folder.pin(linked), false);
  t.equal(await folder.remove('../secret'), 'absent');
  t.equal((await stat(join(root, 'secret'))).size, 6);
});

t.test('a pinned archive is not removed until it is unpinned', async (t) => {
  const { folder, write, names } = await scene(t);
  await write(first);
  t.equal(await folder.pin(first), true);
  t.equal(await folder.pin(first), true, 'again');
  t.equal((await folder.find(first))?.pinned, true);
  t.equal(await folder.remove(first), 'pinned');
  t.equal(await folder.unpin(first), true);
  t.equal(await folder.remove(first), 'removed');
  t.equal(await folder.remove(first), 'absent');
  t.equal(await folder.pin(first), false);
  t.strictSame(await names(), []);
});

t.test('pinning and removing at the same time both return the true outcome', async (t) => {
  const { folder, write } = await scene(t);
  for (let round = 0; round < 30; round += 1) {
    await write(first);
    const [pinned, removed] = await Promise.all([folder.pin(first), folder.remove(first)]);
    const there = (await folder.find(first)) !== undefined;
    if (pinned) t.ok(there, 'what is pinned is there');
    t.equal(there, removed !== 'removed');
    await folder.unpin(first);
    await folder.remove(first);
  }
});

t.test('leftovers of a crash are removed, and a pinned archive whose removal had started is restored', async (t) => {
  const { folder, write, names } = await scene(t);
  await write(`.partial-${first}`);
  await write(`.leaving-${first}`);
  await write(`.leaving-${second}`);
  await write(`${second}.pin`);
  await write('checkpoint-gone_default-app-2026-01-01T10:00:00Z.tar.pin');
  await write('.partial-notes');
  await write('notes.pin');
  t.strictSame([...(await folder.prepare())].sort(), [
    `.leaving-${first}`,
    `.partial-${first}`,
    'checkpoint-gone_default-app-2026-01-01T10:00:00Z.tar.pin',
  ]);
  t.strictSame(await names(), ['.partial-notes', second, `${second}.pin`, 'notes.pin']);
});

t.test('a complete archive gets its name only when that is free', async (t) => {
  const { folder, write, names } = await scene(t);
  await write(`.partial-${first}`);
  t.equal(await folder.keep(first), true);
  await write(`.partial-${first}`);
  t.equal(await folder.keep(first), false);
  t.equal(await folder.keep(first, second), true, 'or another one');
  t.strictSame(await names(), [first, second]);
  await write(`.partial-${first}`);
  await folder.discardPartial(first);
  t.strictSame(await names(), [first, second]);
});

t.test('a folder that is a link is refused', async (t) => {
  const { root, path } = await scene(t);
  await symlink(path, join(root, 'link'));
  await t.rejects(archiveFolder(join(root, 'link')).prepare(), {
    message: /link is a symbolic link: make it a folder/,
  });
  t.strictSame(await archiveFolder(join(root, 'none')).list(), [], 'without a folder there are no archives');
});

t.test('a folder that cannot be read is an error, not an empty one; one that is not there is empty', async (t) => {
  const { root } = await scene(t);
  t.strictSame(await archiveFolder(join(root, 'absent')).list(), []);
  await writeFile(join(root, 'file'), '');
  await t.rejects(archiveFolder(join(root, 'file')).list(), { code: 'ENOTDIR' });
  await t.rejects(archiveFolder(join(root, 'file')).find(first), { code: 'ENOTDIR' });
});

t.test('a folder that a runtime made in place of an archive is removed, now or at the next start', async (t) => {
  const { path, folder, names } = await scene(t);
  for (const end of [() => folder.discardPartial(first), () => folder.prepare()]) {
    await mkdir(folder.partialPath(first));
    await writeFile(join(folder.partialPath(first), 'pages'), 'x');
    await end();
    t.strictSame(await names(), [], path);
  }
});
