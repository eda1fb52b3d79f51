// Time as a collaborator. Everything that reads the time, waits or repeats takes a `Clock`, so that a test moves time
// by hand and no test sleeps.

/** The wall clock, the monotonic clock and waiting. */
export interface Clock {
  /** Milliseconds since the epoch (wall clock: may jump). For time stamps only, never for intervals. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back, not moved by a wall-clock step. For intervals. */
  monotonic(): number;
  /**
   * Resolves after `milliseconds` (0 and less: on the next turn). Rejects with the signal's reason as soon as it aborts,
   * at once when it already has. The timer does not keep the process alive.
   */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
