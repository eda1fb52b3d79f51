// Folders of stores in memory: private, made where there is room, and cleared of what dead processes left.

import { execFile } from 'node:child_process';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { makeTemporaryFolder } from './temporary-folder.ts';

t.test('a folder is private, and the second place stands in for a first that is missing', async (t) => {
  const parent = t.testdir();
  const folder = await makeTemporaryFolder([join(parent, 'missing'), parent]);
  t.equal(join(parent, basename(folder)), folder);
  t.equal((await stat(folder)).mode & 0o777, 0o700);
  await t.rejects(makeTemporaryFolder([join(parent, 'missing')]), { code: 'ENOENT' });
});

t.test('what a process left that is gone is removed, and nothing else', async (t) => {
  const parent = t.testdir();
  const own = basename(await makeTemporaryFolder([parent]));
  const [, , space = '', pid = ''] = own.split('-');
  t.equal(pid, String(process.pid));
  const { stdout: dead } = await promisify(execFile)(process.execPath, ['-p', 'process.pid']);
  const abandoned = `orch-store-${space}-${dead.trim()}-aaaaaa`;
  const kept = [
    own,
    `orch-store-${space}-${process.ppid}-aaaaaa`,
    `orch-store-${space}7-${dead.trim()}-aaaaaa`,
    `orch-store-${space}-${dead.trim()}-aaaaaa.bak`,
    'orch-store-aaaaaa',
  ];
  for (const name of [abandoned, ...kept.slice(1)]) await mkdir(join(parent, name));
  await writeFile(join(parent, abandoned, 'log.mdb'), '');
  const next = basename(await makeTemporaryFolder([parent]));
  t.same((await readdir(parent)).sort(), [...kept, next].sort());
});
