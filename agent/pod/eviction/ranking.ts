// The order of eviction: pods whose usage exceeds their requests first, then by lower priority, then by the usage above the
// requests. There are no requests for process ids. Pure.

import type { Pod } from '../object/pod.ts';
import { podAmount } from '../object/resources.ts';
import type { PodAmounts } from './pod-usage.ts';

export type Starved = 'memory' | 'ephemeral-storage' | 'inodes' | 'pids';

export interface RankedPod {
  readonly pod: Pod;
  readonly usage: PodAmounts;
}

/** The pods in the order in which they are evicted. */
export function ranked<P extends RankedPod>(pods: readonly P[], starved: Starved): readonly P[] {
  const order = (one: P): readonly number[] => {
    const beyond = amountUsed(one.usage, starved) - amountAsked(one.pod, starved);
    return [starved !== 'pids' && beyond > 0 ? 0 : 1, one.pod.spec?.priority ?? 0, -beyond];
  };
  return pods.toSorted((one, other) => {
    const [mine, others] = [order(one), order(other)];
    const at = mine.findIndex((value, index) => value !== others[index]);
    return at === -1 ? 0 : (mine[at] ?? 0) - (others[at] ?? 0);
  });
}

export function amountUsed({ memory, disk, inodes, processes }: PodAmounts, starved: Starved): number {
  switch (starved) {
    case 'memory':
      return memory;
    case 'ephemeral-storage':
      return disk;
    case 'inodes':
      return inodes;
    case 'pids':
      return processes;
  }
}

function amountAsked(pod: Pod, starved: Starved): number {
  return starved === 'memory' || starved === 'ephemeral-storage' ? podAmount(pod, starved, 'requests') : 0;
}
