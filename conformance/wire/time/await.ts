// Waits for an eventual state: repeats a check until it succeeds several times in a row, so that a momentary state does
// not count.

import type { Clock } from './clock.ts';
import { ExpectationFailed } from '../contract/failure.ts';
import { limits, successesInARow } from '../contract/limits.ts';
import { limitOf } from './own-time.ts';

/** Options of waiting. Times in milliseconds. */
export interface AwaitOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Default `limits.controller`. Time in which this process was suspended does not count. */
  readonly within?: number;
  /** Default `successesInARow`. */
  readonly inARow?: number;
}

/**
 * Repeats `look` until it returns without ExpectationFailed the required number of times in a row, and returns its last
 * value. At the time limit it throws the last failure. It throws other errors at once.
 */
export async function eventually<T>(look: () => Promise<T>, options: AwaitOptions): Promise<T> {
  const { clock, signal, within = limits.controller, inARow = successesInARow } = options;
  const limit = limitOf(clock, within);
  try {
    for (let successes = 0; ; ) {
      try {
        const value = await look();
        successes += 1;
        if (successes >= inARow) return value;
      } catch (error) {
        if (!(error instanceof ExpectationFailed) || limit.isOver) throw error;
        successes = 0;
      }
      await clock.sleep(limits.poll, signal);
    }
  } finally {
    limit.lift();
  }
}
