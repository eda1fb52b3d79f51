// That two agents do not use one folder, and that nothing but a living agent keeps the next one out.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { silentLog } from '../../shared/process/log/log.ts';
import { lockFolder } from './folder-lock.ts';

async function folderOf(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lock-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const taken = (folder: string) => ({
  message: `another agent uses the folder ${folder}: end it, or give one of them another --root-dir`,
});

t.test('the second one is refused in one line, and comes in when the first one has left', async (t) => {
  const folder = await folderOf(t);
  const first = await lockFolder(folder, silentLog);
  await t.rejects(lockFolder(folder, silentLog), taken(folder));
  await t.rejects(lockFolder(folder, silentLog), taken(folder), 'and again: who was refused left nothing');
  await first.release();
  t.strictSame(await readdir(folder), [], 'nothing is left in the folder');
  const second = await lockFolder(folder, silentLog);
  await t.rejects(lockFolder(folder, silentLog), taken(folder));
  await second.release();
});

t.test('at most one of many concurrent agents gets the lock', async (t) => {
  const folder = await folderOf(t);
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder, silentLog)));
  const locks = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  t.ok(locks.length <= 1, `${locks.length} of them`);
  await Promise.all(locks.map((lock) => lock.release()));
  const later = await lockFolder(folder, silentLog);
  await later.release();
});

t.test('the lock file of a killed agent does not block others, and is removed', async (t) => {
  const folder = await folderOf(t);
  const program = `require('node:net').createServer().listen(process.argv[1], () => console.log('listens'))`;
  const killed = spawn(process.execPath, ['-e', program, join(folder, '.agent-0123456789abcdef.lock')]);
  await once(killed.stdout, 'data');
  await t.rejects(lockFolder(folder, silentLog), taken(folder), 'as long as it lives');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  t.strictSame(await readdir(folder), ['.agent-0123456789abcdef.lock']);
  const lock = await lockFolder(folder, silentLog);
  t.equal((await readdir(folder)).length, 1);
  t.not((await readdir(folder))[0], '.agent-0123456789abcdef.lock');
  await lock.release();
});

t.test('a folder that was created again is not locked by the agent of the old one', async (t) => {
  const folder = await folderOf(t);
  const first = await lockFolder(folder, silentLog);
  await rm(folder, { recursive: true });
  await mkdir(folder);
  const second = await lockFolder(folder, silentLog);
  await first.release();
  await t.rejects(lockFolder(folder, silentLog), taken(folder), 'nor does the end of that one unlock it');
  await second.release();
});

t.test(
  'a folder with a longer path than a socket can have is locked like others, and other files do not count',
  async (t) => {
    const folder = join(await folderOf(t), 'x'.repeat(100), 'y'.repeat(100));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'agent.lock'), '');
    const first = await lockFolder(folder, silentLog);
    await t.rejects(lockFolder(folder, silentLog), taken(folder));
    await first.release();
    t.strictSame(await readdir(folder), ['agent.lock']);
  },
);
