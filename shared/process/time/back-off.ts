// Exponential back-off as arithmetic: which delay follows which. The caller waits, and decides when to reset. Randomness is
// passed in, so that tests are exact.

/** A schedule of delays. Immutable. */
export interface BackOff {
  /** First delay in milliseconds. */
  readonly initial: number;
  /** Each delay is the one before times this; default 2. */
  readonly factor?: number;
  /** No delay, before jitter, is longer than this (milliseconds). */
  readonly cap: number;
  /** Share of the delay that is added at random, 0 to 1; default 0. 0.1 turns 1000 into 1000 to 1100. */
  readonly jitter?: number;
}

/**
 * The delay before the retry that follows `failures` failures in a row (1: the first retry), in milliseconds.
 * `random` gives numbers in [0, 1) and is asked only when there is jitter.
 */
export function backOffDelay(backOff: BackOff, failures: number, random: () => number = Math.random): number {
  const steps = Math.max(0, failures - 1);
  const delay = Math.min(backOff.initial * (backOff.factor ?? 2) ** steps, backOff.cap);
  const jitter = backOff.jitter ?? 0;
  return jitter === 0 ? delay : delay + delay * jitter * random();
}
