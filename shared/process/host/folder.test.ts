import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { makeFolder } from './folder.ts';

t.test('a folder is made with those above it, once, by several at a time', async (t) => {
  const root = t.testdir({});
  const path = join(root, 'a', 'b', 'c');
  const made = await Promise.all([makeFolder(path, 0o700), makeFolder(path, 0o700), makeFolder(path, 0o700)]);
  // Whichever comes first: the others may find a part of it.
  t.ok(made.includes(join(root, 'a')), 'the topmost that was made');
  t.equal(statSync(path).mode & 0o777, 0o700);
  t.equal(statSync(join(root, 'a')).mode & 0o777, 0o700);
  t.equal(await makeFolder(path, 0o750), undefined, 'was there');
  t.equal(statSync(path).mode & 0o777, 0o700, 'and stays as it was');
});

t.test('a folder that cannot be made is named with the reason', async (t) => {
  const root = t.testdir({ file: 'text' });
  await t.rejects(makeFolder(join(root, 'file'), 0o700), { message: /file cannot be made: .*file is not a folder$/ });
  await t.rejects(makeFolder(join(root, 'file', 'below'), 0o700), { message: /below cannot be made: ENOTDIR/ });
});

// The recursive way of Node never comes back from here.
t.test('/proc takes no folders, and says so', { skip: !existsSync('/proc/self') && 'no /proc here' }, async (t) => {
  await t.rejects(makeFolder('/proc/orchkit/data', 0o700), {
    message: /^the folder \/proc\/orchkit\/data cannot be made: ENOENT.*mkdir '\/proc\/orchkit'$/,
  });
});
