// Which pods end so that one can begin that the cluster cannot do without: as few as may be, of those that asked for the least. Pods
// without requests go first, then those with, and those whose requests are their limits last. Pure.

import type { Pod } from '../object/pod.ts';
import { type QosClass, qosClassOf } from '../object/resources.ts';
import { requestOf, type Shortage } from './capacity.ts';

/** What is still lacking of a resource. */
interface Need {
  readonly name: string;
  readonly amount: number;
}

export type Preemption =
  /** To end; empty: what is ending already is enough. */
  | { readonly victims: readonly Pod[] }
  /** What cannot be had, whatever ends. */
  | { readonly lacking: readonly Need[] };

export interface PreemptionOptions {
  /** Whether another pod ends for this already, and leaves its part soon. */
  readonly isEnding: (other: Pod) => boolean;
  /** Which pods the cluster cannot do without. */
  readonly critical: (pod: Pod) => boolean;
}

/** `others`: the pods that are here. */
export function preemptionFor(
  pod: Pod,
  found: readonly Shortage[],
  others: readonly Pod[],
  { isEnding, critical }: PreemptionOptions,
): Preemption {
  const all = found.map(({ name, requested, used, capacity }) => ({ name, amount: requested + used - capacity }));
  const needs = without(all, others.filter(isEnding));
  const isLess = (other: Pod): boolean =>
    (critical(pod) && !critical(other)) || (pod.spec?.priority ?? 0) > (other.spec?.priority ?? 0);
  const candidates = others.filter((other) => !isEnding(other) && isLess(other));
  const of = (wanted: QosClass): readonly Pod[] => candidates.filter((other) => qosClassOf(other) === wanted);
  const [best, burstable, guaranteed] = [of('BestEffort'), of('Burstable'), of('Guaranteed')];
  const lacking = without(needs, candidates);
  if (lacking.length > 0) return { lacking };
  const last = nearest(guaranteed, without(needs, [...best, ...burstable]));
  const middle = nearest(burstable, without(needs, [...best, ...last]));
  const first = nearest(best, without(needs, [...middle, ...last]));
  return { victims: [...first, ...middle, ...last] };
}

function without(needs: readonly Need[], pods: readonly Pod[]): readonly Need[] {
  return needs
    .map(({ name, amount }) => ({ name, amount: pods.reduce((left, pod) => left - requestOf(pod, name), amount) }))
    .filter(({ amount }) => amount > 1e-6);
}

/** One after another the pod that leaves the least to be found; of equal ones the smaller. */
function nearest(pods: readonly Pod[], needs: readonly Need[]): readonly Pod[] {
  const chosen: Pod[] = [];
  let left = [...pods];
  for (let open = needs; open.length > 0 && left.length > 0; open = without(open, chosen.slice(-1))) {
    const [best] = left.toSorted((one, other) => distance(open, one) - distance(open, other) || bySize(one, other));
    if (best === undefined) break;
    chosen.push(best);
    left = left.filter((one) => one !== best);
  }
  return chosen;
}

function distance(needs: readonly Need[], pod: Pod): number {
  return needs.reduce((sum, { name, amount }) => sum + (Math.max(0, amount - requestOf(pod, name)) / amount) ** 2, 0);
}

function bySize(one: Pod, other: Pod): number {
  return requestOf(one, 'memory') - requestOf(other, 'memory') || requestOf(one, 'cpu') - requestOf(other, 'cpu');
}
