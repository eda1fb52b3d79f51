// Files of volumes: updates that are seen whole, and paths that lead nowhere else.

import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { writeAtomically } from './atomic-writer.ts';
import { prepareHostPath } from './host-path.ts';
import type { Payload } from './payload.ts';
import { resolveSubPath } from './sub-path.ts';

async function folderOf(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'volume-'));
  t.teardown(() => rm(folder, { recursive: true }));
  return folder;
}

const payload = (files: Readonly<Record<string, string>>, mode = 0o644): Payload =>
  new Map(Object.entries(files).map(([path, text]) => [path, { content: Buffer.from(text), mode }]));
const nobody = { group: undefined };

t.test('an update replaces all files at once, and what is the same is left alone', async (t) => {
  const folder = await folderOf(t);
  t.equal(await writeAtomically(folder, payload({ a: '1', 'dir/b': '2' }, 0o400), nobody), true);
  t.equal(await readFile(join(folder, 'dir/b'), 'utf8'), '2');
  t.equal((await stat(join(folder, 'a'))).mode & 0o777, 0o400);
  const first = await readlink(join(folder, '..data'));
  t.equal(await writeAtomically(folder, payload({ a: '1', 'dir/b': '2' }, 0o400), nobody), false);
  t.equal(await readlink(join(folder, '..data')), first, 'nothing was written');
  t.equal(await writeAtomically(folder, payload({ a: '3' }), nobody), true);
  t.equal(await readFile(join(folder, 'a'), 'utf8'), '3');
  t.strictSame(
    (await readdir(folder)).filter((name) => !name.startsWith('..')),
    ['a'],
    'what is gone is gone',
  );
  t.equal((await readdir(folder)).filter((name) => name.startsWith('..2')).length, 1, 'no version is left behind');
  t.ok((await lstat(join(folder, 'a'))).isSymbolicLink());
});

t.test('a path out of the volume is refused before anything is written', async (t) => {
  const folder = await folderOf(t);
  for (const path of ['../x', '/x', 'a/../../x', '..data', '..x', 'a//b', './a', '']) {
    await t.rejects(
      writeAtomically(folder, payload({ ok: '1', [path]: '2' }), nobody),
      { name: 'VolumeRefused' },
      path,
    );
  }
  t.strictSame(await readdir(folder), []);
});

t.test('a sub-path is made where nothing is, and never leads out of its volume', async (t) => {
  const folder = await folderOf(t);
  const volume = join(folder, 'volume');
  await mkdir(volume);
  await mkdir(join(folder, 'outside'));
  t.equal(await resolveSubPath(volume, ''), volume);
  t.equal(await resolveSubPath(volume, 'a/b'), join(volume, 'a/b'));
  t.ok((await stat(join(volume, 'a/b'))).isDirectory());
  await writeFile(join(volume, 'file'), 'x');
  t.equal(await resolveSubPath(volume, './file'), join(volume, 'file'));
  await symlink('a', join(volume, 'inside'));
  t.equal(await resolveSubPath(volume, 'inside/b'), join(volume, 'a/b'), 'a link inside may be followed');
  await symlink('../outside', join(volume, 'up'));
  await symlink('/etc', join(volume, 'root'));
  await symlink('../not-there', join(volume, 'dangling'));
  for (const path of ['../outside', 'a/../../outside', '/etc', 'up', 'up/x', 'root/passwd', 'dangling']) {
    await t.rejects(resolveSubPath(volume, path), { name: 'VolumeRefused' }, path);
  }
  t.strictSame(await readdir(join(folder, 'outside')), [], 'nothing was made outside');
});

t.test('a path of the host is of the type that the pod wants, or is made', async (t) => {
  const folder = await folderOf(t);
  await writeFile(join(folder, 'file'), '');
  await prepareHostPath(join(folder, 'none'), '');
  await t.rejects(stat(join(folder, 'none')), { code: 'ENOENT' }, 'any type: nothing is made');
  await prepareHostPath(join(folder, 'd'), 'DirectoryOrCreate');
  t.ok((await stat(join(folder, 'd'))).isDirectory());
  await prepareHostPath(join(folder, 'f'), 'FileOrCreate');
  t.ok((await stat(join(folder, 'f'))).isFile());
  await prepareHostPath(folder, 'Directory');
  for (const [path, type, message] of [
    ['file', 'Directory', /is not a directory/],
    ['d', 'File', /is not a file/],
    ['none', 'Directory', /is not a directory/],
    ['file', 'Socket', /is not a socket file/],
    ['file', 'DirectoryOrCreate', /is not a directory/],
    ['file', 'Wrong', /type Wrong is unknown/],
  ] as const) {
    await t.rejects(prepareHostPath(join(folder, path), type), { name: 'VolumeRefused', message }, type);
  }
});
