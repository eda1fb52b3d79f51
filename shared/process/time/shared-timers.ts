// Timers for thousands of waits of minutes: calls that are due at about the same time share one sleep, and to cancel a
// timer costs nothing. A call comes up to 1 % later than requested (or 10 ms, if that is more), never earlier.

import type { Clock } from './clock.ts';

/** One scheduled call. */
export interface SharedTimer {
  /** Cancels the call. Repeatable. */
  cancel(): void;
}

export class SharedTimers {
  readonly #clock: Clock;
  /** By due time. */
  readonly #due = new Map<number, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls once, so many milliseconds from now. The call must not throw. */
  after(milliseconds: number, call: () => void): SharedTimer {
    const step = stepOf(milliseconds);
    const now = this.#clock.monotonic();
    const due = Math.ceil((now + milliseconds) / step) * step;
    let calls = this.#due.get(due);
    if (calls === undefined) {
      calls = new Set();
      this.#due.set(due, calls);
      void this.#wait(due, due - now, calls);
    }
    // A new function for each call: callers may pass the same one twice.
    const own = (): void => call();
    calls.add(own);
    return { cancel: () => void calls.delete(own) };
  }

  async #wait(due: number, milliseconds: number, calls: ReadonlySet<() => void>): Promise<void> {
    await this.#clock.sleep(milliseconds);
    this.#due.delete(due);
    for (const call of calls) call();
  }
}

/** Milliseconds that due times are multiples of. */
function stepOf(milliseconds: number): number {
  if (milliseconds < 10_000) return 10;
  return milliseconds < 100_000 ? 100 : 1000;
}
