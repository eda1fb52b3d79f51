// The control groups above those of pods. The group for all pods protects the resources reserved for the host. Below it, the
// QoS classes Burstable and BestEffort have one group each, with CPU shares by the requests of its pods. They are updated at
// the start, whenever pods are added or removed, and every minute.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { type RoundLoop, roundLoop } from '../../../shared/process/loop/round-loop.ts';
import type { Pod } from '../object/pod.ts';
import { podAmount, qosClassOf } from '../object/resources.ts';
import { cgroupRoot, type GroupLimits, writeGroup } from './cgroup-tree.ts';
import { sharesOf } from './container-resources.ts';
import type { CgroupOptions } from './pod-cgroup.ts';

/** The resources for all pods of the node together; 0: unknown, and not limited. */
export interface NodeAmounts {
  readonly milliCpu: number;
  readonly memory: number;
}

export interface ClassCgroupsOptions {
  readonly cgroup: (signal: AbortSignal) => Promise<CgroupOptions>;
  /** The admitted pods of this node that have not ended. */
  readonly pods: () => readonly Pod[];
  readonly amounts: () => NodeAmounts;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds. */
const period = 60_000;
const retryPeriod = 10_000;

export class ClassCgroups implements Loop {
  readonly name = 'pod-classes';
  readonly #options: ClassCgroupsOptions;
  readonly #rounds: RoundLoop;

  constructor(options: ClassCgroupsOptions) {
    this.#options = options;
    const { clock, log } = options;
    this.#rounds = roundLoop({
      name: this.name,
      round: (signal) => this.#write(signal),
      failed: (error) =>
        log.warn('the control groups of pods could not be set; trying again', { error: String(error) }),
      period,
      retryPeriod,
      clock,
    });
  }

  /** Called when pods were added or removed. */
  wake(): void {
    this.#rounds.wake();
  }

  run(signal: AbortSignal): Promise<void> {
    return this.#rounds.run(signal);
  }

  async #write(signal: AbortSignal): Promise<void> {
    const { cgroup, pods, amounts } = this.#options;
    const { driver, vendor, root = cgroupRoot } = await cgroup(signal);
    if (driver === 'systemd') return;
    const top = `/${vendor.fill('{short}pods')}`;
    for (const [group, limits] of classLimits(pods(), amounts())) await writeGroup(root, `${top}${group}`, limits);
  }
}

/** By the path below the group of all pods. Pure. */
export function classLimits(pods: readonly Pod[], { milliCpu, memory }: NodeAmounts): ReadonlyMap<string, GroupLimits> {
  const burstable = pods.filter((pod) => qosClassOf(pod) === 'Burstable');
  const requested = burstable.reduce((sum, pod) => sum + Math.ceil(podAmount(pod, 'cpu', 'requests') * 1000 - 1e-9), 0);
  return new Map<string, GroupLimits>([
    [
      '',
      {
        ...(milliCpu > 0 ? { shares: sharesOf(milliCpu) } : {}),
        ...(memory > 0 ? { memory } : {}),
      },
    ],
    ['/burstable', { shares: sharesOf(requested) }],
    ['/besteffort', { shares: sharesOf(0) }],
  ]);
}
