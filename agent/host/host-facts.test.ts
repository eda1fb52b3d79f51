import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import t from 'tap';
import { readHostFacts } from './host-facts.ts';
import { readHostMetrics } from './host-metrics.ts';

async function hostWith(t: { teardown(end: () => Promise<void>): unknown }, files: Record<string, string>) {
  const root = await mkdtemp(join(tmpdir(), 'host-'));
  t.teardown(() => rm(root, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

const files = {
  'proc/meminfo': 'MemTotal:       8000000 kB\nMemFree: 1 kB\nMemAvailable:   2000000 kB\nSwapTotal:  1024 kB\n',
  'proc/cpuinfo': 'processor\t: 0\n\nprocessor\t: 1\n',
  'proc/loadavg': '0.10 0.20 0.30 2/300 4242\n',
  'proc/sys/kernel/pid_max': '32768\n',
  'proc/sys/kernel/threads-max': '1000\n',
  'proc/sys/kernel/hostname': 'Box\n',
  'proc/sys/kernel/osrelease': '6.1.0-x\n',
  'proc/sys/kernel/random/boot_id': 'b-o-o-t\n',
  'etc/machine-id': 'abc\n',
  'etc/os-release': 'NAME=Example\nPRETTY_NAME="Example Linux 1 (one)"\n',
  'sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages': '3\n',
};

t.test('facts come from the files of the host', async (t) => {
  const root = await hostWith(t, files);
  t.match(await readHostFacts({ root, systemUuid: async () => 'uuid' }), {
    hostName: 'box',
    machineId: 'abc',
    systemUuid: 'uuid',
    bootId: 'b-o-o-t',
    kernelVersion: '6.1.0-x',
    osImage: 'Example Linux 1 (one)',
    cpuCores: 2,
    memoryBytes: 8_000_000 * 1024,
    swapBytes: 1024 * 1024,
    hugePages: [{ pageSize: 2_097_152, pages: 3 }],
  });
});

t.test('a limit around the whole machine counts, no limit does not', async (t) => {
  const limits = { 'sys/fs/cgroup/cpu.max': '50000 100000\n', 'sys/fs/cgroup/memory.max': '1048576\n' };
  const limited = await hostWith(t, { ...files, ...limits });
  t.match(await readHostFacts({ root: limited, systemUuid: async () => '' }), {
    cpuCores: 1,
    memoryBytes: 1_048_576,
    systemUuid: 'abc',
  });
  const free = await hostWith(t, {
    ...files,
    'sys/fs/cgroup/cpu.max': 'max 100000\n',
    'sys/fs/cgroup/memory.max': 'max\n',
  });
  t.match(await readHostFacts({ root: free, systemUuid: async () => '' }), { cpuCores: 2 });
});

t.test('metrics show what is left of memory, disk and process ids', async (t) => {
  const root = await hostWith(t, files);
  const figures = await readHostMetrics({
    rootDirectory: root,
    imageMountpoint: '/does/not/exist',
    containerMountpoint: undefined,
    root,
  });
  t.strictSame(figures.memory, { total: 8_000_000 * 1024, available: 2_000_000 * 1024 });
  t.strictSame(figures.pids, { total: 1000, available: 700 });
  t.ok(figures.nodeDisk.total > figures.nodeDisk.available && figures.nodeInodes.total >= 0);
  t.equal(figures.imageDisk, undefined);
});

t.test('this host has facts and figures', async (t) => {
  const facts = await readHostFacts();
  t.ok(facts.cpuCores >= 1 && facts.memoryBytes > 0 && facts.kernelVersion !== '' && facts.bootId !== '');
  t.ok(
    (await readHostMetrics({ rootDirectory: '/', imageMountpoint: undefined, containerMountpoint: undefined })).memory
      .available > 0,
  );
});
