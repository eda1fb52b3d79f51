// Limits of control groups in files as version 1 and version 2 have them, and what figures and usage make of them.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { readHostUsage } from '../stats/host-usage.ts';
import { readHostMetrics } from './host-metrics.ts';

const mebibyte = 1024 ** 2;
const proc = {
  'proc/meminfo':
    'MemTotal: 8192 kB\nMemFree: 1024 kB\nMemAvailable: 4096 kB\nAnonPages: 2048 kB\nSwapTotal: 100 kB\nSwapFree: 40 kB\n',
  'proc/loadavg': '0.00 0.01 0.05 2/300 4242\n',
  'proc/sys/kernel/pid_max': '4000\n',
  'proc/sys/kernel/threads-max': '1000\n',
  'proc/stat': 'cpu  100 10 20 5000 7 3 2 1 0 0\nbtime 1700000000\n',
  'proc/vmstat': 'pgfault 77\npgmajfault 5\n',
  'proc/net/dev':
    'Inter-|   Receive\n face |bytes\n    lo: 9 0 0 0 0 0 0 0 9 0 0 0 0 0 0 0\n  eth0: 11 1 2 0 0 0 0 0 33 1 4 0 0 0 0 0\n',
  'proc/net/route': 'Iface\tDestination\tGateway\neth0\t00000000\t0102A8C0\t0003\n',
};
const v2 = {
  'sys/fs/cgroup/memory.max': `${4 * mebibyte}\n`,
  'sys/fs/cgroup/memory.current': `${3 * mebibyte}\n`,
  'sys/fs/cgroup/memory.stat': `anon ${mebibyte}\ninactive_file ${mebibyte}\n`,
  'sys/fs/cgroup/pids.max': '50\n',
  'sys/fs/cgroup/pids.current': '20\n',
  'sys/fs/cgroup/cpu.stat': 'usage_usec 123456\nuser_usec 1\n',
};
const v1 = {
  'sys/fs/cgroup/memory/memory.limit_in_bytes': `${4 * mebibyte}\n`,
  'sys/fs/cgroup/memory/memory.usage_in_bytes': `${3 * mebibyte}\n`,
  'sys/fs/cgroup/memory/memory.stat': `rss 1\ntotal_rss ${mebibyte}\ntotal_inactive_file ${mebibyte}\n`,
  'sys/fs/cgroup/pids/pids.max': '50\n',
  'sys/fs/cgroup/pids/pids.current': '20\n',
  'sys/fs/cgroup/cpuacct/cpuacct.usage': '123456000\n',
};
const pidsUnlimited = { 'sys/fs/cgroup/pids.max': 'max\n', 'sys/fs/cgroup/pids.current': '5\n' };

async function host(t: Test, files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'host-'));
  t.teardown(() => rm(root, { recursive: true }));
  for (const [path, content] of Object.entries({ ...proc, ...files })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

for (const [version, files] of Object.entries({ 'version 2': v2, 'version 1': v1 })) {
  t.test(`limits of a control group of ${version} count as the host's (NSTAT-022, NSTAT-023)`, async (t) => {
    const root = await host(t, files);
    const figures = await readHostMetrics({
      root,
      rootDirectory: root,
      imageMountpoint: undefined,
      containerMountpoint: undefined,
    });
    t.strictSame(figures.memory, { total: 4 * mebibyte, available: 2 * mebibyte });
    t.strictSame(figures.pids, { total: 50, available: 30 });
    const usage = await readHostUsage(root, 1_000, true);
    t.match(usage.memory, {
      at: 1_000,
      usageBytes: 3 * mebibyte,
      workingSetBytes: 2 * mebibyte,
      availableBytes: 2 * mebibyte,
      rssBytes: mebibyte,
    });
    t.strictSame(usage.processes, { at: 1_000, most: 50, current: 20 });
    t.equal(usage.cpu.coreNanoseconds, 123_456_000);
  });
}

const wholeHosts = {
  'version 2, whose root has no file of its usage': {
    'sys/fs/cgroup/memory.stat': `anon ${3 * mebibyte}\nfile ${2 * mebibyte}\ninactive_file ${mebibyte}\n`,
  },
  'version 1': {
    'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
    'sys/fs/cgroup/memory/memory.usage_in_bytes': `${5 * mebibyte}\n`,
    'sys/fs/cgroup/memory/memory.stat': `total_rss ${3 * mebibyte}\ntotal_cache ${2 * mebibyte}\ntotal_inactive_file ${mebibyte}\n`,
  },
};
const memoryOf = async (root: string) =>
  (await readHostMetrics({ root, rootDirectory: root, imageMountpoint: undefined, containerMountpoint: undefined }))
    .memory;

for (const [version, files] of Object.entries(wholeHosts)) {
  t.test(`without a limit memory counts as in the root group of ${version} (NSTAT-022)`, async (t) => {
    const root = await host(t, files);
    t.strictSame(await memoryOf(root), { total: 8 * mebibyte, available: 4 * mebibyte });
    t.match((await readHostUsage(root, 0, true)).memory, {
      availableBytes: 4 * mebibyte,
      usageBytes: 5 * mebibyte,
      workingSetBytes: 4 * mebibyte,
      rssBytes: 3 * mebibyte,
      cacheBytes: 2 * mebibyte,
    });
  });
}

t.test('a group without a limit that is not the root of its host has no more than the host', async (t) => {
  const unlimited = { 'sys/fs/cgroup/memory.max': 'max\n', 'sys/fs/cgroup/memory.current': `${mebibyte}\n` };
  const low = { 'proc/meminfo': proc['proc/meminfo'].replace('4096', '1024') };
  t.strictSame(await memoryOf(await host(t, { ...v2, ...unlimited, ...low })), {
    total: 8 * mebibyte,
    available: mebibyte,
  });
});

t.test('without control groups that count memory the whole host counts', async (t) => {
  const root = await host(t, pidsUnlimited);
  const figures = await readHostMetrics({
    root,
    rootDirectory: root,
    imageMountpoint: undefined,
    containerMountpoint: undefined,
  });
  t.strictSame(figures.memory, { total: 8 * mebibyte, available: 4 * mebibyte });
  t.strictSame(figures.pids, { total: 1_000, available: 700 });
  t.match(await readHostUsage(root, 0, true), {
    cpu: { coreNanoseconds: 136 * 10_000_000 },
    memory: {
      workingSetBytes: 4 * mebibyte,
      usageBytes: 7 * mebibyte,
      rssBytes: 2 * mebibyte,
      pageFaults: 77,
      majorPageFaults: 5,
    },
    swap: { availableBytes: 40 * 1024, usageBytes: 60 * 1024 },
    network: {
      defaultInterface: { name: 'eth0', rxBytes: 11, rxErrors: 2, txBytes: 33, txErrors: 4 },
      interfaces: [{ name: 'eth0' }],
    },
  });
});

t.test('a group with more left than the host around it has no more', async (t) => {
  const root = await host(t, {
    ...v2,
    'sys/fs/cgroup/memory.current': '0\n',
    'proc/meminfo': proc['proc/meminfo'].replace('4096', '1024'),
  });
  const { memory } = await readHostMetrics({
    root,
    rootDirectory: root,
    imageMountpoint: undefined,
    containerMountpoint: undefined,
  });
  t.strictSame(memory, { total: 4 * mebibyte, available: mebibyte });
});
