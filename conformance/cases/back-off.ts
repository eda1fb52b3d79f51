// Whether pauses between attempts double from a first one up to a longest one. Pure; times are milliseconds. What holds a
// machine up makes pauses longer and never shorter, so that doubling is judged by how short a pause must not be.

/** How pauses are to be. */
export interface WantedBackOff {
  readonly first: number;
  readonly longest: number;
}

/**
 * Attempts within which a back-off shows. Some come at once before the first pause, since a request that failed is often made
 * again a few times; one is made again early when its answer came too late to count.
 */
const attemptsAtMost = 20;
/** Pauses are longer than this part of what they should be. */
const nearly = 0.95;

/**
 * The last pauses of all, as many as are a back-off from its first pause on so far; undefined: they should have become one
 * by now.
 */
export function backOffIn(pauses: readonly number[], wanted: WantedBackOff): readonly number[] | undefined {
  if (pauses.length > attemptsAtMost) return undefined;
  const start = pauses.findIndex((_, index) =>
    pauses.slice(index).every((pause, step) => pause >= nearly * pauseOf(wanted, step)),
  );
  return start < 0 ? [] : pauses.slice(start);
}

/** How long the pause after so many others is to be. */
export function pauseOf({ first, longest }: WantedBackOff, step: number): number {
  return Math.min(first * 2 ** step, longest);
}

/** How many pauses double, the first one among them, before the longest one comes. */
export function doublings({ first, longest }: WantedBackOff): number {
  return Math.ceil(Math.log2(longest / first));
}
