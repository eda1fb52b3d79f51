// The disks of the host, from the files of the kernel.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { hostDisks } from './host-disks.ts';

t.test('each block device with a file system is reported once, with its size and its reads and writes', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'disks-'));
  t.teardown(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'proc/self'), { recursive: true });
  await mkdir(join(root, 'my data'));
  const mounts = [
    '1 0 0:21 / /proc rw - proc proc rw',
    '2 0 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw',
    '3 0 254:0 /x /elsewhere rw - ext4 /dev/vda rw',
    '4 0 254:1 / /my\\040data rw - xfs /dev/vdb rw',
    '5 0 254:2 / /gone rw - xfs /dev/vdc rw',
    '6 0 0:30 / /net rw - nfs server:/x rw',
  ];
  await writeFile(join(root, 'proc/self/mountinfo'), `${mounts.join('\n')}\n`);
  await writeFile(join(root, 'proc/diskstats'), '   7 0 loop0 0 0\n 254 0 vda 11 2 30 4 55 6 70 8 0 9 10\n');
  const disks = await hostDisks(root);
  t.match(disks, [
    { device: '/dev/vda', reads: 11, readBytes: 15_360, writes: 55, writtenBytes: 35_840, usedBytes: Number },
    { device: '/dev/vdb', size: { capacityBytes: Number, availableBytes: Number, inodes: Number } },
  ]);
  t.equal(disks.length, 2);
  t.strictSame(await hostDisks(join(root, 'nowhere')), []);
});
