// In which order pods end before the host goes down, and how long each of them has: those first that a cluster can best do without. Pure.

/** Pods of at least this priority are those that a cluster cannot do without. */
const criticalPriority = 2_000_000_000;

export interface ShutdownGroup<P> {
  readonly pods: readonly P[];
  /** Milliseconds that all of them have together. */
  readonly period: number;
}

/**
 * `whole` and `critical`: milliseconds for all pods, and what of it is kept for the critical ones. Groups without pods are left out, and
 * so are those without time.
 */
export function shutdownGroups<P>(
  pods: readonly P[],
  priorityOf: (pod: P) => number,
  { whole, critical }: { readonly whole: number; readonly critical: number },
): readonly ShutdownGroup<P>[] {
  const isCritical = (pod: P): boolean => priorityOf(pod) >= criticalPriority;
  return [
    { pods: pods.filter((pod) => !isCritical(pod)), period: whole - critical },
    { pods: pods.filter(isCritical), period: critical },
  ].filter((group) => group.pods.length > 0 && group.period > 0);
}
