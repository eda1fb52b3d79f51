// The reason and message of an eviction, in the usual words, so that users can search for them. Pure.

import { formatQuantity, quantityOf } from '../../../shared/object/quantity.ts';
import { type Container, isSidecar, type Pod } from '../object/pod.ts';
import { amountOf } from '../object/resources.ts';
import type { PodAmounts } from './pod-usage.ts';
import type { Starved } from './ranking.ts';

export interface Verdict {
  /** Of the pod's status and the event. Default `Evicted`. */
  readonly reason?: string;
  readonly message: string;
  /** What a condition of the pod says, for controllers that count disruptions; undefined: the pod itself is at fault. */
  readonly disruption?: string;
  /** No event says so. */
  readonly quiet?: boolean;
}

/** Of a pod that ends for one that the node cannot do without. */
export const preemptionVerdict: Verdict = {
  reason: 'Preempting',
  message: 'Preempted in order to admit critical pod',
  disruption: 'Pod was preempted by Kubelet to accommodate a critical pod.',
};

const bytes = (amount: number): string => formatQuantity(quantityOf(Math.max(0, Math.floor(amount)), 'binary'));
const count = (amount: number): string => formatQuantity(quantityOf(Math.max(0, Math.floor(amount)), 'decimal'));

/** `threshold`: the amount that must stay available; `available`: the actual amount. */
export function shortageVerdict(
  pod: Pod,
  usage: PodAmounts,
  starved: Starved,
  { threshold, available }: { readonly threshold: number; readonly available: number },
): Verdict {
  const isBytes = starved === 'memory' || starved === 'ephemeral-storage';
  const shown = isBytes ? bytes : count;
  const parts = [
    `The node was low on resource: ${starved}. `,
    `Threshold quantity: ${shown(threshold)}, available: ${shown(available)}. `,
    ...(isBytes ? containersOf(pod).flatMap((one) => excess(one, usage, starved)) : []),
  ];
  const message = parts.join('');
  return { message, disruption: message };
}

function excess({ name, resources }: Container, usage: PodAmounts, starved: 'memory' | 'ephemeral-storage'): string[] {
  const found = usage.containers.get(name);
  const used = starved === 'memory' ? found?.memory : found?.disk;
  const asked = amountOf(resources?.requests, starved);
  if (used === undefined || used <= asked) return [];
  const request = resources?.requests?.[starved] ?? '0';
  return [`Container ${name} was using ${bytes(used)}, request is ${request}, has larger consumption of ${starved}. `];
}

/** Undefined: the pod is within its disk limits. */
export function limitVerdict(pod: Pod, usage: PodAmounts): Verdict | undefined {
  for (const { name, emptyDir } of pod.spec?.volumes ?? []) {
    const limit = emptyDir?.sizeLimit;
    if (limit === undefined || emptyDir?.medium === 'Memory') continue;
    if ((usage.emptyDirs.get(name) ?? 0) > amountOf({ limit }, 'limit')) {
      return { message: `Usage of EmptyDir volume "${name}" exceeds the limit "${limit}". ` };
    }
  }
  const limits = containersOf(pod).map(({ resources }) => amountOf(resources?.limits, 'ephemeral-storage'));
  const whole = limits.every((limit) => limit > 0) ? limits.reduce((sum, limit) => sum + limit, 0) : 0;
  if (whole > 0 && usage.disk > whole) {
    return { message: `Pod ephemeral local storage usage exceeds the total limit of containers ${bytes(whole)}. ` };
  }
  for (const { name, resources } of containersOf(pod)) {
    const limit = resources?.limits?.['ephemeral-storage'];
    if (limit === undefined || (usage.containers.get(name)?.disk ?? 0) <= amountOf({ limit }, 'limit')) continue;
    return { message: `Container ${name} exceeded its local ephemeral storage limit "${limit}". ` };
  }
  return undefined;
}

/** Those that run together. */
function containersOf({ spec }: Pod): readonly Container[] {
  return [...(spec?.containers ?? []), ...(spec?.initContainers ?? []).filter(isSidecar)];
}
