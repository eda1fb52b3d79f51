// The control group of a pod, in which the runtime puts those of its containers: by class of service, with the pod's own requests and
// limits. With the driver `cgroupfs` the agent makes it; with `systemd` the runtime has systemd make the slice.

import { access, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Pod } from '../object/pod.ts';
import { limitsAll, podAmount, qosClassOf } from '../object/resources.ts';
import { cpuPeriod, quotaOf, sharesOf } from './container-resources.ts';

export type CgroupDriver = 'systemd' | 'cgroupfs';

export interface CgroupOptions {
  readonly driver: CgroupDriver;
  readonly vendor: Vendor;
  /** Where the control groups of the host are mounted. Default `/sys/fs/cgroup`. */
  readonly root?: string;
  /** Most processes of a pod; below 1: no such limit. */
  readonly pidsLimit: number;
  readonly quota: boolean;
}

/** The control group by its name, as the runtime takes it. */
export function cgroupParent(pod: Pod, { driver, vendor }: Pick<CgroupOptions, 'driver' | 'vendor'>): string {
  const top = vendor.fill('{short}pods');
  const qos = qosClassOf(pod);
  const group = qos === 'Guaranteed' ? [] : [qos.toLowerCase()];
  const uid = pod.metadata.uid ?? '';
  if (driver === 'cgroupfs') return `/${[top, ...group, `pod${uid}`].join('/')}`;
  const steps = [top, ...group, `pod${uid.replaceAll('-', '_')}`];
  return steps.reduce((path, _, at) => `${path}/${steps.slice(0, at + 1).join('-')}.slice`, '');
}

const legacyControllers = ['cpu', 'memory', 'pids'] as const;

/** Makes the group and sets what it may use. Nothing with the driver `systemd`. Rejects with the system's error. */
export async function ensurePodCgroup(pod: Pod, options: CgroupOptions): Promise<void> {
  if (options.driver === 'systemd') return;
  const root = options.root ?? '/sys/fs/cgroup';
  const path = cgroupParent(pod, options);
  const unified = await isThere(join(root, 'cgroup.controllers'));
  if (unified) {
    await makeUnified(root, path);
    await writeLimits(join(root, path), unifiedLimits(pod, options));
    return;
  }
  const mounted = new Set(await readdir(root));
  for (const controller of legacyControllers) {
    if (!mounted.has(controller)) continue;
    const folder = join(root, controller, path);
    await mkdir(folder, { recursive: true });
    await writeLimits(folder, legacyLimits(pod, options)[controller]);
  }
}

/** Each group hands its controllers down before one is made below it. */
async function makeUnified(root: string, path: string): Promise<void> {
  let folder = root;
  for (const step of path.split('/').filter((one) => one !== '')) {
    const there = (await readFile(join(folder, 'cgroup.controllers'), 'utf8')).trim().split(/\s+/);
    const wanted = there.filter((name) => ['cpu', 'cpuset', 'memory', 'pids', 'io', 'hugetlb'].includes(name));
    await writeFile(join(folder, 'cgroup.subtree_control'), wanted.map((name) => `+${name}`).join(' '));
    folder = join(folder, step);
    await mkdir(folder, { recursive: true });
  }
}

interface PodLimits {
  readonly shares: number;
  readonly quota: number;
  readonly memory: number;
}

function limitsOf(pod: Pod, quota: boolean): PodLimits {
  const milli = (which: 'requests' | 'limits'): number => Math.ceil(podAmount(pod, 'cpu', which) * 1000 - 1e-9);
  const hasRequest = [...(pod.spec?.containers ?? [])].some(
    ({ resources }) => resources?.requests?.['cpu'] !== undefined,
  );
  return {
    shares: sharesOf(hasRequest ? milli('requests') : milli('limits')),
    quota: quota && limitsAll(pod, 'cpu') ? quotaOf(milli('limits')) : 0,
    memory: limitsAll(pod, 'memory') ? Math.floor(podAmount(pod, 'memory', 'limits')) : 0,
  };
}

function legacyLimits(pod: Pod, { quota, pidsLimit }: CgroupOptions) {
  const limits = limitsOf(pod, quota);
  return {
    cpu: {
      'cpu.shares': String(limits.shares),
      ...(limits.quota === 0
        ? {}
        : { 'cpu.cfs_period_us': String(cpuPeriod), 'cpu.cfs_quota_us': String(limits.quota) }),
    },
    memory: limits.memory === 0 ? {} : { 'memory.limit_in_bytes': String(limits.memory) },
    pids: pidsLimit < 1 ? {} : { 'pids.max': String(pidsLimit) },
  };
}

function unifiedLimits(pod: Pod, { quota, pidsLimit }: CgroupOptions): Readonly<Record<string, string>> {
  const limits = limitsOf(pod, quota);
  // From 2..262144 to 1..10000, as runtimes turn shares into weights.
  const weight = 1 + Math.floor(((limits.shares - 2) * 9999) / 262_142);
  return {
    'cpu.weight': String(weight),
    ...(limits.quota === 0 ? {} : { 'cpu.max': `${limits.quota} ${cpuPeriod}` }),
    ...(limits.memory === 0 ? {} : { 'memory.max': String(limits.memory) }),
    ...(pidsLimit < 1 ? {} : { 'pids.max': String(pidsLimit) }),
  };
}

async function writeLimits(folder: string, limits: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, value] of Object.entries(limits)) await writeFile(join(folder, file), value);
}

/** Takes the group away, with those that containers left in it. One that is not there: nothing. */
export async function removePodCgroup(pod: Pod, options: CgroupOptions): Promise<void> {
  if (options.driver === 'systemd') return;
  const root = options.root ?? '/sys/fs/cgroup';
  const path = cgroupParent(pod, options);
  const unified = await isThere(join(root, 'cgroup.controllers'));
  // The runtime makes groups in all hierarchies, not only in those that have limits of the pod.
  const bases = unified ? [root] : (await readdir(root)).map((name) => join(root, name));
  for (const base of bases) await removeTree(join(base, path));
}

async function removeTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await removeTree(join(folder, entry.name));
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Busy for a moment after its last process ended: the next look at pods that are gone takes it.
    if (!['ENOENT', 'ENOTDIR', 'EBUSY', 'EROFS', 'EACCES'].includes(error.code ?? '')) throw error;
  });
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
