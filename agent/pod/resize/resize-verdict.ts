// Whether a pod may have the resources that it asks for while it runs. Pure.

import type { Pod } from '../object/pod.ts';
import { capacityOf, requestOf } from '../plan/capacity.ts';

export interface ResizeRefusal {
  /** `Infeasible`: never on this node; `Deferred`: as soon as others have gone. */
  readonly reason: 'Infeasible' | 'Deferred';
  readonly message: string;
}

/** Undefined: the node is large enough, whatever else runs on it. */
export function infeasible(pod: Pod, allocatable: Readonly<Record<string, string>>): ResizeRefusal | undefined {
  for (const name of ['memory', 'cpu']) {
    const [requested, capacity] = [requestOf(pod, name), capacityOf(allocatable, name)];
    if (requested <= capacity) continue;
    const amounts = `requested: ${Math.round(requested)}, capacity: ${Math.round(capacity)}`;
    return { reason: 'Infeasible', message: `Node didn't have enough capacity: ${name}, ${amounts}` };
  }
  return undefined;
}
