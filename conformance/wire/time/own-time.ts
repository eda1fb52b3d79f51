// Time limits that exclude time in which the process was suspended. After a suspension Node runs timers before it reads
// pending data, so a plain timer would expire although the data has arrived. So a limit is counted in short slices. A
// slice never counts much more than its length, and pending data is read between two slices.

import type { Clock } from './clock.ts';

/** Length of a slice in milliseconds, and the most that a slice counts. */
const slice = 100;
const most = 2 * slice;

/**
 * Resolves when this process has run for this many milliseconds, and never before `clock.sleep` would. Rejects with the
 * signal's reason once it aborts.
 */
export async function ownTime(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  for (let left = milliseconds; left > 0; ) {
    const asked = Math.min(slice, left);
    const began = clock.monotonic();
    await clock.sleep(asked, signal);
    left -= Math.max(asked, Math.min(most, clock.monotonic() - began));
  }
  // Lets the process read data that arrived in the last slice.
  await clock.sleep(1, signal);
}

/** A time limit of own time. */
export interface Limit {
  readonly isOver: boolean;
  /** Resolves when the time is over or the limit was lifted. */
  readonly ended: Promise<void>;
  /** Ends the limit early. */
  lift(): void;
}

/** A time limit with an abort signal. */
export interface AbortingLimit extends Limit {
  /** Aborts when the time is over, with an Error of this message. */
  readonly signal: AbortSignal;
}

/** Starts an aborting limit. The caller must lift it. */
export function abortingLimit(clock: Clock, milliseconds: number, words: string): AbortingLimit {
  const late = new AbortController();
  const limit = limitOf(clock, milliseconds);
  void limit.ended.then(() => {
    if (limit.isOver) late.abort(new Error(words));
  });
  return {
    get isOver() {
      return limit.isOver;
    },
    ended: limit.ended,
    signal: late.signal,
    lift: () => limit.lift(),
  };
}

/** Starts a limit. The caller must lift it. */
export function limitOf(clock: Clock, milliseconds: number): Limit {
  const lifted = new AbortController();
  let isOver = milliseconds <= 0;
  const ended = ownTime(clock, milliseconds, lifted.signal).then(
    () => {
      isOver = true;
    },
    () => {},
  );
  return {
    get isOver() {
      return isOver;
    },
    ended,
    lift: () => lifted.abort(new Error('the limit was lifted')),
  };
}
