// What a node has too little of for a pod, beside the pods that are there. Pure.

import type { Pod, Quantities } from '../object/pod.ts';
import { amountOf, podAmount, requestedResources } from '../object/resources.ts';

/** Amounts in the unit of the resource: thousandths of processors, bytes, pods. */
export interface Shortage {
  readonly name: string;
  readonly requested: number;
  readonly used: number;
  readonly capacity: number;
}

/** Below this a difference is one of rounding. */
const exactness = 1e-6;

/** In the order: number of pods, then resources as the pod names them. Empty: it has enough. `others`: pods that have not ended. */
export function shortages(pod: Pod, others: readonly Pod[], allocatable: Quantities): readonly Shortage[] {
  return ['pods', ...requestedResources(pod)]
    .map((name) => ({
      name,
      requested: requestOf(pod, name),
      used: others.reduce((sum, other) => sum + requestOf(other, name), 0),
      capacity: capacityOf(allocatable, name),
    }))
    .filter(({ requested, used, capacity }) => requested > 0 && used + requested > capacity + exactness);
}

/** What a pod takes of a resource of its node. */
export function requestOf(pod: Pod, name: string): number {
  return name === 'pods' ? 1 : podAmount(pod, name, 'requests') * unitOf(name);
}

export function capacityOf(allocatable: Quantities, name: string): number {
  return amountOf(allocatable, name) * unitOf(name);
}

function unitOf(name: string): number {
  return name === 'cpu' ? 1000 : 1;
}

/** In the words that operators search for. */
export function shortageText({ name, requested, used, capacity }: Shortage): string {
  const [asked, taken, whole] = [requested, used, capacity].map((amount) => Math.round(amount));
  return `Node didn't have enough resource: ${name}, requested: ${asked}, used: ${taken}, capacity: ${whole}`;
}
