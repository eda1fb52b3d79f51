// The control group of a pod, the parent of the groups of its containers. Its path depends on the QoS class, its limits on
// the pod's requests and limits. With the driver `cgroupfs` the agent creates it; with `systemd`, systemd creates the slice
// for the runtime.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Pod } from '../object/pod.ts';
import { limitsAll, podAmount, qosClassOf } from '../object/resources.ts';
import { cgroupRoot, endGroup, type GroupLimits, writeGroup } from './cgroup-tree.ts';
import { quotaOf, sharesOf } from './container-resources.ts';

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

/**
 * Makes the group and sets what it may use: as much as the pod in both of its forms, where it is about to change from one to the other.
 * Nothing with the driver `systemd`. Rejects with the system's error.
 */
export async function ensurePodCgroup(pod: Pod, options: CgroupOptions, other: Pod = pod): Promise<void> {
  if (options.driver === 'systemd') return;
  const limits = widest(podLimits(pod, options), podLimits(other, options));
  await writeGroup(options.root ?? cgroupRoot, cgroupParent(pod, options), limits);
}

function widest(one: GroupLimits, other: GroupLimits): GroupLimits {
  const larger = (a = -1, b = -1): number => (a < 0 || b < 0 ? -1 : Math.max(a, b));
  return {
    ...one,
    shares: Math.max(one.shares ?? 0, other.shares ?? 0),
    quota: larger(one.quota, other.quota),
    memory: larger(one.memory, other.memory),
  };
}

/** The limits of all containers of a pod together. Pure. */
export function podLimits(pod: Pod, { quota, pidsLimit }: Pick<CgroupOptions, 'quota' | 'pidsLimit'>): GroupLimits {
  const milli = (which: 'requests' | 'limits'): number => Math.ceil(podAmount(pod, 'cpu', which) * 1000 - 1e-9);
  const hasRequest = [...(pod.spec?.containers ?? [])].some(
    ({ resources }) => resources?.requests?.['cpu'] !== undefined,
  );
  return {
    shares: sharesOf(hasRequest ? milli('requests') : milli('limits')),
    quota: quota && limitsAll(pod, 'cpu') ? quotaOf(milli('limits')) : -1,
    memory: limitsAll(pod, 'memory') ? Math.floor(podAmount(pod, 'memory', 'limits')) : -1,
    ...(pidsLimit < 1 ? {} : { pids: pidsLimit }),
  };
}

/** Removes the group, with the groups that containers left in it and what still runs there. Does nothing if it does not exist. */
export async function removePodCgroup(pod: Pod, options: CgroupOptions): Promise<void> {
  if (options.driver === 'systemd') return;
  await endGroup(options.root ?? cgroupRoot, cgroupParent(pod, options));
}
