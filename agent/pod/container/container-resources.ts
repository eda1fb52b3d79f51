// The CRI resources of a container: CPU shares and quota, memory, and the OOM score adjustment. Pure.

import type { ContainerResources } from '../../cri/pod-runtime.ts';
import { type Container, isSidecar, type Pod } from '../object/pod.ts';
import { amountOf, milliCpu, qosClassOf } from '../object/resources.ts';
import { isCritical, nodeCriticalClass } from '../object/priority.ts';

/** The CPU quota period in microseconds. */
export const cpuPeriod = 100_000;
const leastQuota = 1_000;
const leastShares = 2;
const mostShares = 262_144;
const [leastScore, mostScore] = [-997, 1000];

/** The facts of the host that limits depend on. */
export interface HostLimits {
  /** Bytes. */
  readonly memory: number;
  /** Sizes of huge pages, as the runtime names them: `2MB`. Containers get none. */
  readonly pageSizes: readonly string[];
  /** Whether control groups limit swap. */
  readonly hasSwapLimits: boolean;
  /** Whether control groups are of version 2. */
  readonly isUnified: boolean;
}

export function sharesOf(milli: number): number {
  return milli === 0 ? leastShares : Math.min(mostShares, Math.max(leastShares, Math.floor((milli * 1024) / 1000)));
}

/** 0: no limit. */
export function quotaOf(milli: number): number {
  return milli === 0 ? 0 : Math.max(leastQuota, Math.floor((milli * cpuPeriod) / 1000));
}

/** `quota`: whether CPU limits are enforced. */
export function containerResources(
  pod: Pod,
  container: Container,
  host: HostLimits,
  quota: boolean,
): NonNullable<ContainerResources> {
  const { limits, requests } = container.resources ?? {};
  const whole = pod.spec?.resources?.limits;
  const cpuLimit = milliCpu(limits) || milliCpu(whole);
  const request = requests?.['cpu'] === undefined ? cpuLimit : milliCpu(requests);
  const memory = Math.floor(amountOf(limits, 'memory') || amountOf(whole, 'memory'));
  return {
    cpuShares: sharesOf(request),
    ...(quota ? { cpuQuota: quotaOf(cpuLimit), cpuPeriod } : {}),
    memoryLimitInBytes: memory,
    // Containers do not swap: the limit of memory and swap together is that of memory.
    ...(host.hasSwapLimits && !host.isUnified ? { memorySwapLimitInBytes: memory } : {}),
    hugepageLimits: host.pageSizes.map((pageSize) => ({ pageSize, limit: 0 })),
    ...(host.isUnified ? { unified: unifiedOf(host) } : {}),
    oomScoreAdj: scoreOf(pod, container, host.memory),
  };
}

/** When a container runs out of memory, all its processes are killed together. */
function unifiedOf({ hasSwapLimits }: HostLimits): ReadonlyMap<string, string> {
  return new Map([['memory.oom.group', '1'], ...(hasSwapLimits ? [['memory.swap.max', '0'] as const] : [])]);
}

function scoreOf(pod: Pod, container: Container, memory: number): number {
  if (isCritical(pod) && pod.spec?.priorityClassName === nodeCriticalClass) return leastScore;
  switch (qosClassOf(pod)) {
    case 'Guaranteed':
      return leastScore;
    case 'BestEffort':
      return mostScore;
    case 'Burstable': {
      const of = (bytes: number): number => mostScore - Math.trunc((1000 * bytes) / memory);
      const own = of(requestOf(container));
      const others = (pod.spec?.containers ?? []).map(requestOf);
      // A sidecar is not killed before the containers that it serves.
      const isBeside = (pod.spec?.initContainers ?? []).some((one) => one.name === container.name && isSidecar(one));
      const score = isBeside ? Math.min(own, of(Math.min(...others))) : own;
      return Math.min(mostScore - 1, Math.max(mostScore + leastScore, score));
    }
  }
}

function requestOf({ resources }: Container): number {
  return amountOf(resources?.requests, 'memory');
}
