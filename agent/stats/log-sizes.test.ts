import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { logSizes } from './log-sizes.ts';

const pod = { name: 'web-0', namespace: 'default', uid: 'u-1' };

t.test('the files of a container count, links and folders do not, and one without logs is left out', async (t) => {
  const root = t.testdir({ 'default_web-0_u-1': { app: { '0.log': 'xxx', '0.log.1': 'xx', more: {} } } });
  await symlink('/etc/passwd', join(root, 'default_web-0_u-1', 'app', 'link'));
  const containers = [
    { id: 'a', name: 'app' },
    { id: 'b', name: 'silent' },
  ];
  t.strictSame(await logSizes(root, [{ ...pod, containers }]), new Map([['a', { bytes: 5, inodes: 5 }]]));
});

t.test('names that are none become no path', async (t) => {
  const root = t.testdir({ 'default_web-0_u-1': { app: { '0.log': 'xxx' } }, log: 'x' });
  const containers = [{ id: 'a', name: 'app' }];
  t.equal((await logSizes(join(root, 'x'), [{ ...pod, namespace: '../default', containers }])).size, 0);
  t.equal((await logSizes(root, [{ ...pod, containers: [{ id: 'a', name: '..' }] }])).size, 0);
});

t.test('at most a thousand files of a log folder are counted', async (t) => {
  const root = t.testdir({});
  const folder = join(root, 'default_web-0_u-1', 'app');
  await mkdir(folder, { recursive: true });
  for (let number = 0; number < 1100; number += 1) await writeFile(join(folder, `${number}.log`), 'x');
  t.strictSame(
    await logSizes(root, [{ ...pod, containers: [{ id: 'a', name: 'app' }] }]),
    new Map([['a', { bytes: 1000, inodes: 1001 }]]),
  );
});
