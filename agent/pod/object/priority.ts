// Which pods are critical for the cluster or the node. Pure.

import type { Pod } from './pod.ts';

/** Pods of this or a higher priority are critical for the cluster. */
const criticalPriority = 2_000_000_000;

export const nodeCriticalClass = 'system-node-critical';

export function isCritical(pod: Pod): boolean {
  return (pod.spec?.priority ?? 0) >= criticalPriority;
}
