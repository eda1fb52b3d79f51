// Pods and containers as the kernel shows them by their first processes.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { RuntimeError } from '../cri/runtime.ts';
import type { MeasuredPod } from './pod-usage.ts';
import { ProcessMetrics } from './process-metrics.ts';

const devices = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo:       9       9    9    9    0     0          0         0        9       9    9    9    0     0       0          0
  eth0:     100       2    3    4    0     0          0         0      500       6    7    8    0     0       0          0
 net1: 1 0 0 0 0 0 0 0 2 0 0 0 0 0 0 0
vethab: 1 0 0 0 0 0 0 0 2 0 0 0 0 0 0 0
docker0: 1 0 0 0 0 0 0 0 2 0 0 0 0 0 0 0
`;
const groups = {
  'version 2': {
    'proc/77/cgroup': '0::/pods/app\n',
    'proc/55/cgroup': '0::/pods.slice/pod-podu1.slice/s1\n',
    'sys/fs/cgroup/pods.slice/pod-podu1.slice/memory.stat': 'anon 1\nfile 8192\nfile_mapped 0\n',
    'sys/fs/cgroup/pods.slice/pod-podu1.slice/memory.swap.current': '4096\n',
    'sys/fs/cgroup/pods/app/cpu.max': '20000 100000\n',
    'sys/fs/cgroup/pods/app/cpu.weight': '1\n',
    'sys/fs/cgroup/pods/app/memory.max': '1048576\n',
    'sys/fs/cgroup/pods/app/memory.peak': '9000\n',
    'sys/fs/cgroup/pods/app/memory.swap.current': '512\n',
    'sys/fs/cgroup/pods/app/io.stat': '254:0 rbytes=10 wbytes=20 rios=1 wios=2 dbytes=0 dios=0\n9:9 rbytes=5\n7:0 \n',
    'sys/fs/cgroup/pods/app/memory.stat': 'anon 1\nfile 4096\nfile_mapped 1024\n',
    'sys/fs/cgroup/pods/app/memory.events': 'max 4\noom 3\noom_kill 2\n',
    'sys/fs/cgroup/pods/app/cpu.stat':
      'usage_usec 3000\nuser_usec 2000\nsystem_usec 1000\nnr_periods 9\nnr_throttled 3\nthrottled_usec 7\n',
  },
  'version 1': {
    'proc/77/cgroup': '5:blkio:/pods/app\n4:memory:/pods/app\n3:cpu,cpuacct:/pods/app\n1:name=systemd:/x\n',
    'proc/55/cgroup': '4:memory:/pods/podu1/s1\n3:cpu,cpuacct:/pods/podu1/s1\n',
    'sys/fs/cgroup/memory/pods/podu1/memory.stat': 'total_cache 8192\ntotal_swap 4096\n',
    'sys/fs/cgroup/cpu/pods/app/cpu.stat': 'nr_periods 9\nnr_throttled 3\nthrottled_time 7000\n',
    'sys/fs/cgroup/cpu/pods/app/cpu.cfs_quota_us': '20000\n',
    'sys/fs/cgroup/cpu/pods/app/cpu.cfs_period_us': '100000\n',
    'sys/fs/cgroup/cpu/pods/app/cpu.shares': '2\n',
    'sys/fs/cgroup/memory/pods/app/memory.limit_in_bytes': '1048576\n',
    'sys/fs/cgroup/memory/pods/app/memory.max_usage_in_bytes': '9000\n',
    'sys/fs/cgroup/memory/pods/app/memory.failcnt': '4\n',
    'sys/fs/cgroup/blkio/pods/app/blkio.throttle.io_service_bytes_recursive':
      '254:0 Read 10\n254:0 Write 20\n254:0 Sync 30\n9:9 Read 5\nTotal 35\n',
    'sys/fs/cgroup/blkio/pods/app/blkio.throttle.io_serviced_recursive': '254:0 Read 1\n254:0 Write 2\nTotal 3\n',
    'sys/fs/cgroup/memory/pods/app/memory.stat': 'cache 1\ntotal_cache 4096\ntotal_mapped_file 1024\ntotal_swap 512\n',
    'sys/fs/cgroup/memory/pods/app/memory.oom_control': 'oom_kill_disable 0\nunder_oom 0\noom_kill 2\n',
    'sys/fs/cgroup/cpuacct/pods/app/cpuacct.stat': 'user 20\nsystem 10\n',
  },
};
const pod: MeasuredPod = {
  id: 's1',
  name: 'web',
  namespace: 'default',
  uid: 'u1',
  startedAt: 0,
  network: { at: 0, interfaces: [] },
  memory: { at: 4 },
  containers: [{ id: 'c1', name: 'app', image: 'i', startedAt: 0, cpu: { at: 5 }, memory: { at: 5, rssBytes: 1 } }],
};

async function scene(t: Test, files: Readonly<Record<string, string>>) {
  const root = await mkdtemp(join(tmpdir(), 'kernel-'));
  t.teardown(() => rm(root, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  const asked: string[] = [];
  const answers = new Map<string, number | RuntimeError>([
    ['s1', 55],
    ['c1', 77],
  ]);
  const pid = async (id: string): Promise<number | undefined> => {
    asked.push(id);
    const answer = answers.get(id);
    if (answer instanceof RuntimeError) throw answer;
    return answer;
  };
  const clock = new FakeClock();
  const figures = new ProcessMetrics({ runtime: { sandboxPid: pid, containerPid: pid }, clock, root });
  const complete = async () => (await figures.complete([pod], new AbortController().signal))[0];
  return { complete, asked, answers, clock };
}

for (const [version, files] of Object.entries(groups)) {
  t.test(`network, and what control groups count and limit, come from the kernel: ${version}`, async (t) => {
    const { complete, asked, clock } = await scene(t, {
      ...files,
      'proc/55/net/dev': devices,
      'proc/diskstats': '   7 0 loop0 0\n 254       0 vda 1 2 3 4\n',
    });
    const found = await complete();
    const unit = version === 'version 1' ? 10_000_000 : 1000;
    const eth0 = { name: 'eth0', rxBytes: 100, rxPackets: 2, rxErrors: 3, rxDropped: 4 };
    t.match(found?.network, {
      at: clock.now(),
      defaultInterface: { ...eth0, txBytes: 500, txPackets: 6, txErrors: 7, txDropped: 8 },
    });
    t.strictSame(
      found?.network?.interfaces.map(({ name }) => name),
      ['eth0', 'net1'],
      'no loopback, no ends of pods, no bridge of a container tool',
    );
    const [time, other] = version === 'version 1' ? [20, 10] : [2000, 1000];
    t.strictSame(found?.containers[0]?.cpu, {
      at: 5,
      userNanoseconds: time * unit,
      systemNanoseconds: other * unit,
      periods: 9,
      throttledPeriods: 3,
      throttledNanoseconds: 7000,
    });
    const memory = {
      at: 5,
      rssBytes: 1,
      cacheBytes: 4096,
      mappedBytes: 1024,
      oomKills: 2,
      limitHits: 4,
      mostBytes: 9000,
    };
    t.strictSame(found?.containers[0]?.memory, memory);
    t.strictSame(found?.containers[0]?.swap, { at: 5, usageBytes: 512 });
    t.strictSame(found?.containers[0]?.group, {
      path: '/pods/app',
      devices: [
        { device: '/dev/vda', readBytes: 10, writtenBytes: 20, reads: 1, writes: 2 },
        { device: '9:9', readBytes: 5 },
      ],
      limits: { cpuShares: 2, cpuQuota: 20_000, cpuPeriod: 100_000, memoryBytes: 1_048_576 },
    });
    t.strictSame([found?.memory?.cacheBytes, found?.swap?.usageBytes], [8192, 4096], 'and of the pod as a whole');
    t.match(found?.group?.path, /podu1[^/]*$/);
    await complete();
    t.strictSame(asked, ['s1', 'c1'], 'a runtime is asked once for each');
  });
}

t.test('without kernel statistics the values of the runtime stay', async (t) => {
  const { complete, answers, asked } = await scene(t, { 'proc/77/cgroup': '0::/../../elsewhere\n' });
  t.strictSame(await complete(), pod, 'processes that are gone, and groups outside of what is seen');
  for (const failure of ['not-found', 'unimplemented'] as const) {
    const other = await scene(t, {});
    other.answers.set('s1', new RuntimeError(failure, 'no'));
    other.answers.set('c1', new RuntimeError(failure, 'no'));
    t.strictSame(await other.complete(), pod, failure);
    await other.complete();
    t.equal(other.asked.length, failure === 'unimplemented' ? 2 : 4);
  }
  t.strictSame(asked, ['s1', 'c1']);
  answers.clear();
  const gone = await scene(t, {});
  gone.answers.set('s1', new RuntimeError('unavailable', 'gone'));
  await t.rejects(gone.complete(), new RuntimeError('unavailable', 'gone'));
});

t.test(
  'a sandbox outside of its pod’s group gives no metrics of the pod, and unlimited groups have no limits',
  async (t) => {
    const other = await scene(t, {
      'proc/55/cgroup': '0::/system.slice/s1\n',
      'sys/fs/cgroup/system.slice/memory.stat': 'file 1\n',
    });
    t.strictSame(await other.complete(), pod);
    const free = await scene(t, {
      'proc/77/cgroup': '0::/free\n',
      'sys/fs/cgroup/free/memory.stat': 'file 1\n',
      'sys/fs/cgroup/free/memory.max': 'max\n',
      'sys/fs/cgroup/free/cpu.max': 'max 100000\n',
    });
    t.strictSame((await free.complete())?.containers[0]?.group?.limits, { cpuPeriod: 100_000, memoryBytes: 0 });
    const older = await scene(t, {
      'proc/77/cgroup': '4:memory:/free\n3:cpu:/free\n',
      'sys/fs/cgroup/memory/free/memory.stat': 'total_cache 1\n',
      'sys/fs/cgroup/memory/free/memory.limit_in_bytes': '9223372036854771712\n',
      'sys/fs/cgroup/cpu/free/cpu.cfs_quota_us': '-1\n',
    });
    t.strictSame((await older.complete())?.containers[0]?.group?.limits, { memoryBytes: 0 });
  },
);
