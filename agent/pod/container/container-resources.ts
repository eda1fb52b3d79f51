// What a container may use, as the runtime is told: shares and quota of processors, memory, and who is ended first when memory is
// short. Pure.

import type { ContainerResources } from '../../cri/pod-runtime.ts';
import type { Container, Pod } from '../object/pod.ts';
import { amountOf, milliCpu, qosClassOf } from '../object/resources.ts';

/** Microseconds in which a quota of processor time is given. */
export const cpuPeriod = 100_000;
const leastQuota = 1_000;
const leastShares = 2;
const mostShares = 262_144;
/** From this priority on a pod is one of those that a cluster cannot do without. */
const criticalPriority = 2_000_000_000;

export function sharesOf(milli: number): number {
  return milli === 0 ? leastShares : Math.min(mostShares, Math.max(leastShares, Math.floor((milli * 1024) / 1000)));
}

/** 0: no limit. */
export function quotaOf(milli: number): number {
  return milli === 0 ? 0 : Math.max(leastQuota, Math.floor((milli * cpuPeriod) / 1000));
}

/** `memory`: bytes of the host. */
export function containerResources(pod: Pod, container: Container, memory: number, quota: boolean): ContainerResources {
  const { limits, requests } = container.resources ?? {};
  const whole = pod.spec?.resources?.limits;
  const cpuLimit = milliCpu(limits) || milliCpu(whole);
  const request = requests?.['cpu'] === undefined ? milliCpu(limits) : milliCpu(requests);
  return {
    cpuShares: sharesOf(request),
    ...(quota && cpuLimit > 0 ? { cpuQuota: quotaOf(cpuLimit), cpuPeriod } : {}),
    memoryLimitInBytes: Math.floor(amountOf(limits, 'memory') || amountOf(whole, 'memory')),
    oomScoreAdj: scoreOf(pod, container, memory),
  };
}

function scoreOf(pod: Pod, { resources }: Container, memory: number): number {
  if ((pod.spec?.priority ?? 0) >= criticalPriority) return -997;
  switch (qosClassOf(pod)) {
    case 'Guaranteed':
      return -997;
    case 'BestEffort':
      return 1000;
    case 'Burstable': {
      const share = Math.floor((1000 * amountOf(resources?.requests, 'memory')) / memory);
      return Math.min(999, Math.max(3, 1000 - share));
    }
  }
}
