// What is read of the kernel's pressure stall files.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { readHostStalls } from './host-stalls.ts';

const some = 'some avg10=1.50 avg60=0.20 avg300=0.03 total=123456\n';
const full = 'full avg10=0.50 avg60=0.10 avg300=0.00 total=1000\n';

t.test('stalls are those of the control group, else of the kernel, in nanoseconds and percent', async (t) => {
  const root = t.testdir({ proc: { pressure: { io: some + full } }, sys: { fs: { cgroup: {} } } });
  t.strictSame(await readHostStalls(root, 'io'), {
    some: { total: 123_456_000, avg10: 1.5, avg60: 0.2, avg300: 0.03 },
    full: { total: 1_000_000, avg10: 0.5, avg60: 0.1, avg300: 0 },
  });
  await writeFile(join(root, 'sys/fs/cgroup/io.pressure'), some.replace('123456', '7'));
  t.match(await readHostStalls(root, 'io'), { some: { total: 7_000 }, full: { total: 0 } });
});

t.test('a missing, malformed or unreadable pressure file gives undefined', async (t) => {
  const root = t.testdir({ proc: { pressure: { memory: 'some of it\n' } } });
  t.equal(await readHostStalls(root, 'cpu'), undefined, 'no such file');
  t.equal(await readHostStalls(root, 'memory'), undefined, 'no such line');
  await mkdir(join(root, 'proc/pressure/io'));
  t.equal(await readHostStalls(root, 'io'), undefined, 'it cannot be read');
});
