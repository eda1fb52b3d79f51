import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';

import { writePrivateFile } from './private-file.ts';

t.test('the file is replaced whole, with the mode asked for, and nothing else stays behind', async (t) => {
  const folder = t.testdir({ key: 'old' });
  const path = join(folder, 'key');
  await writePrivateFile(path, 'new');
  t.equal(await readFile(path, 'utf8'), 'new');
  t.equal((await stat(path)).mode & 0o777, 0o600);
  await writePrivateFile(path, Buffer.from('public'), 0o644);
  t.equal((await stat(path)).mode & 0o777, 0o644);
  t.strictSame(await readdir(folder), ['key']);
});

t.test('a failure leaves the target and the folder as they were', async (t) => {
  const folder = t.testdir({ target: { inside: 'x' } });
  await t.rejects(writePrivateFile(join(folder, 'target'), 'new'));
  t.strictSame(await readdir(folder), ['target']);
  await t.rejects(writePrivateFile(join(folder, 'missing', 'key'), 'new'), { code: 'ENOENT' });
});
