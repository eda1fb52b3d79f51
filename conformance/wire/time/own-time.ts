// Time that counts for a limit. A host may stand still for a second, or take the processor away: what a case waits for could
// not come then, and when the host goes on, timers are served before what has arrived. So a limit is counted in short
// slices, each of which counts little more than it is long, and between two of them everything that has arrived is heard.

import type { Clock } from './clock.ts';

/** Milliseconds that are slept at once, and that each slice counts at most. */
const slice = 100;
const most = 2 * slice;

/**
 * Resolves when this process has had so many milliseconds; at most as early as `clock.sleep` would. Rejects with the
 * signal's reason once it aborts.
 */
export async function ownTime(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  for (let left = milliseconds; left > 0; ) {
    const asked = Math.min(slice, left);
    const began = clock.monotonic();
    await clock.sleep(asked, signal);
    left -= Math.max(asked, Math.min(most, clock.monotonic() - began));
  }
  // What arrived in the last slice is heard as well.
  await clock.sleep(1, signal);
}

/** A limit of own time beside which something is waited for. */
export interface Limit {
  readonly isOver: boolean;
  /** Resolves when it is over, and when it was lifted. */
  readonly ended: Promise<void>;
  /** Nothing is waited for any more. */
  lift(): void;
}

/** A limit that aborts what it is about. */
export interface AbortingLimit extends Limit {
  /** Aborts when the time is over, with an Error of these words. */
  readonly signal: AbortSignal;
}

/** Begins a limit that aborts; who begins it lifts it. */
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

/** Begins a limit; who begins it lifts it. */
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
    lift: () => lifted.abort(new Error('nothing is waited for any more')),
  };
}
