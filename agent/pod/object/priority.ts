// Which pods a cluster or a node cannot do without. Pure.

import type { Pod } from './pod.ts';

/** From this priority on a pod is one of those that a cluster cannot do without. */
const criticalPriority = 2_000_000_000;

export const nodeCriticalClass = 'system-node-critical';

export function isCritical(pod: Pod): boolean {
  return (pod.spec?.priority ?? 0) >= criticalPriority;
}
