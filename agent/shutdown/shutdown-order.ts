// In which order pods end before the host goes down, and how long each of them has: those first that a cluster can best do without. Pure.

/** Pods of at least this priority are those that a cluster cannot do without. */
const criticalPriority = 2_000_000_000;

/** The pods of at least a priority, and below that of the next step. */
export interface ShutdownStep {
  readonly priority: number;
  /** Milliseconds that all of them have together. */
  readonly period: number;
}

export interface ShutdownGroup<P> {
  readonly pods: readonly P[];
  /** Milliseconds that all of them have together; 0: they are ended without waiting. */
  readonly period: number;
}

/** `whole` and `critical`: milliseconds for all pods, and what of it is kept for the critical ones. */
export function stepsOf({
  whole,
  critical,
}: {
  readonly whole: number;
  readonly critical: number;
}): readonly ShutdownStep[] {
  return [
    { priority: 0, period: whole - critical },
    { priority: criticalPriority, period: critical },
  ];
}

/** From the lowest priority to the highest; pods below the lowest step are in it. Groups without pods are left out. */
export function shutdownGroups<P>(
  pods: readonly P[],
  priorityOf: (pod: P) => number,
  steps: readonly ShutdownStep[],
): readonly ShutdownGroup<P>[] {
  const sorted = steps.toSorted((one, other) => one.priority - other.priority);
  const stepOf = (pod: P): number =>
    Math.max(
      0,
      sorted.findLastIndex(({ priority }) => priority <= priorityOf(pod)),
    );
  return sorted
    .map(({ period }, at) => ({ pods: pods.filter((pod) => stepOf(pod) === at), period }))
    .filter((group) => group.pods.length > 0);
}
