// Control groups of pods and classes of service: what is written for version 1 and version 2, into folders that stand for both.

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { Container, Pod } from '../object/pod.ts';
import { killAll, legacyFiles, unifiedFiles, writeGroup } from './cgroup-tree.ts';
import { classLimits } from './class-cgroups.ts';
import { containerResources, type HostLimits } from './container-resources.ts';
import { pageSizesOf } from './host-limits.ts';
import { cgroupParent, ensurePodCgroup, podLimits } from './pod-cgroup.ts';

const podOf = (containers: readonly Partial<Container>[], more: object = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', uid: 'u-1' },
  spec: { containers: containers.map((one, at) => ({ name: `c${at}`, ...one })), ...more },
});
const resources = (requests: object, limits: object = {}) => ({ resources: { requests, limits } as object });
const guaranteed = podOf([resources({ cpu: '500m', memory: '1Mi' }, { cpu: '500m', memory: '1Mi' })]);
const burstable = podOf([resources({ cpu: '250m' }, { memory: '2Mi' }), resources({ memory: '1Mi' })]);
const bestEffort = podOf([{}]);
const host: HostLimits = { memory: 1000 * 1024 ** 2, pageSizes: [], hasSwapLimits: false, isUnified: false };

async function rootOf(t: Test): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'cgroups-'));
  t.teardown(() => rm(root, { recursive: true }));
  return root;
}

t.test('the group of a pod is named for its class and driver', async (t) => {
  const vendor = vendorOf('kubernetes');
  const name = (pod: Pod, driver: 'cgroupfs' | 'systemd') => cgroupParent(pod, { driver, vendor });
  t.equal(name(guaranteed, 'cgroupfs'), '/kubepods/podu-1');
  t.equal(name(burstable, 'cgroupfs'), '/kubepods/burstable/podu-1');
  t.equal(name(bestEffort, 'systemd'), '/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-podu_1.slice');
});

t.test('a pod is limited where all of its containers are', async (t) => {
  const options = { quota: true, pidsLimit: -1 };
  t.strictSame(podLimits(guaranteed, options), { shares: 512, quota: 50_000, memory: 1024 ** 2 });
  t.strictSame(podLimits(burstable, options), { shares: 256, quota: -1, memory: -1 });
  t.strictSame(podLimits(bestEffort, { quota: true, pidsLimit: 7 }), { shares: 2, quota: -1, memory: -1, pids: 7 });
  t.equal(podLimits(guaranteed, { quota: false, pidsLimit: -1 }).quota, -1, 'without quotas');
});

t.test('classes share by requests, and all pods together keep out of what is reserved', async (t) => {
  const limits = classLimits([guaranteed, burstable, burstable, bestEffort], { milliCpu: 2000, memory: 5 });
  t.strictSame(
    [...limits],
    [
      ['', { shares: 2048, memory: 5 }],
      ['/burstable', { shares: 512 }],
      ['/besteffort', { shares: 2 }],
    ],
  );
  t.strictSame(classLimits([], { milliCpu: 0, memory: 0 }).get(''), {}, 'nothing while the node is not known');
});

t.test('limits in the words of either version', async (t) => {
  const limits = { shares: 1024, quota: -1, memory: -1, pids: 9 };
  t.strictSame(unifiedFiles(limits), {
    'cpu.weight': '39',
    'cpu.max': 'max 100000',
    'memory.max': 'max',
    'pids.max': '9',
  });
  t.strictSame(legacyFiles({ ...limits, pids: -1 }), {
    cpu: { 'cpu.shares': '1024', 'cpu.cfs_period_us': '100000', 'cpu.cfs_quota_us': '-1' },
    memory: { 'memory.limit_in_bytes': '-1' },
    pids: { 'pids.max': 'max' },
  });
  t.strictSame([unifiedFiles({}), legacyFiles({}).cpu], [{}, {}]);
});

t.test('groups of version 1 are made in each hierarchy that is mounted', async (t) => {
  const root = await rootOf(t);
  for (const name of ['cpu', 'memory']) await mkdir(join(root, name));
  const options = { driver: 'cgroupfs', vendor: vendorOf('orch'), root, pidsLimit: 5, quota: true } as const;
  await ensurePodCgroup(guaranteed, options);
  const path = cgroupParent(guaranteed, options);
  t.equal(await readFile(join(root, 'cpu', path, 'cpu.cfs_quota_us'), 'utf8'), '50000');
  t.equal(await readFile(join(root, 'memory', path, 'memory.limit_in_bytes'), 'utf8'), String(1024 ** 2));
  t.strictSame((await readdir(root)).toSorted(), ['cpu', 'memory'], 'what is not mounted is not made');
});

t.test('groups of version 2 hand their controllers down', async (t) => {
  const root = await rootOf(t);
  await mkdir(join(root, 'a'), { recursive: true });
  for (const folder of [root, join(root, 'a')])
    await writeFile(join(folder, 'cgroup.controllers'), 'cpu memory misc\n');
  await writeGroup(root, '/a/b', { shares: 2, memory: 4096 });
  t.equal(await readFile(join(root, 'cgroup.subtree_control'), 'utf8'), '+cpu +memory');
  t.equal(await readFile(join(root, 'a', 'cgroup.subtree_control'), 'utf8'), '+cpu +memory');
  t.equal(await readFile(join(root, 'a', 'b', 'memory.max'), 'utf8'), '4096');
  t.equal(await readFile(join(root, 'a', 'b', 'cpu.weight'), 'utf8'), '1');
});

t.test('what still runs in the group of a pod that is gone ends, and nothing else', async (t) => {
  const root = await rootOf(t);
  const write = async (group: string, pids: string): Promise<void> => {
    await mkdir(join(root, group), { recursive: true });
    await writeFile(join(root, group, 'cgroup.procs'), pids);
  };
  await write('pods', '5\n');
  await write('pods/podu-1', '0\n7\n');
  await write('pods/podu-1/box', `8\n9\n1\n${process.pid}\n`);
  const killed: number[] = [];
  await killAll(join(root, 'pods', 'podu-1'), (pid) => {
    killed.push(pid);
    if (pid === 8) throw new Error('it has ended');
  });
  t.strictSame(killed, [8, 9, 7]);
  await killAll(join(root, 'none'), (pid) => t.fail(`killed ${pid}`));
});

t.test('a container that lacks memory ends as a whole where that can be said, and does not swap', async (t) => {
  const [one] = guaranteed.spec?.containers ?? [];
  const of = (more: Partial<HostLimits>) =>
    containerResources(guaranteed, one as Container, { ...host, ...more }, true);
  t.strictSame(
    [...(of({ isUnified: true, hasSwapLimits: true }).unified ?? [])],
    [
      ['memory.oom.group', '1'],
      ['memory.swap.max', '0'],
    ],
  );
  t.equal(of({ hasSwapLimits: true }).memorySwapLimitInBytes, 1024 ** 2);
  t.equal(of({}).memorySwapLimitInBytes, undefined);
  t.strictSame(of({ pageSizes: ['2MB'] }).hugepageLimits, [{ pageSize: '2MB', limit: 0 }]);
});

t.test('the OOM score adjustment follows the QoS class and the memory request', async (t) => {
  const score = (pod: Pod, name = 'c0') => {
    const all = [...(pod.spec?.initContainers ?? []), ...(pod.spec?.containers ?? [])];
    return containerResources(pod, all.find((one) => one.name === name) as Container, host, true).oomScoreAdj;
  };
  t.strictSame([score(guaranteed), score(bestEffort)], [-997, 1000]);
  t.strictSame([score(burstable), score(burstable, 'c1')], [999, 999]);
  const memory = (text: string) => podOf([resources({ memory: text })]);
  t.strictSame([score(memory('500Mi')), score(memory('999Mi'))], [500, 3]);
  const critical = podOf([{}], { priority: 2_000_001_000, priorityClassName: 'system-node-critical' });
  t.equal(score(critical), -997);
  t.equal(score(podOf([{}], { priority: 2_000_000_000 })), 1000, 'one that only the cluster needs');
  const side = { name: 's', restartPolicy: 'Always' };
  const served = podOf([resources({ memory: '500Mi' })], { initContainers: [side, { name: 'i' }] });
  t.strictSame([score(served, 's'), score(served, 'i')], [500, 999], 'a sidecar goes with what it serves');
});

t.test('sizes of huge pages as runtimes write them', async (t) => {
  t.strictSame(pageSizesOf(['hugepages-1048576kB', 'other', 'hugepages-2048kB', 'hugepages-64kB']), [
    '64KB',
    '2MB',
    '1GB',
  ]);
});
