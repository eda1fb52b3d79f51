// A clock that a test moves by hand. Sleepers wake in the order of their due times (then of their arrival), and what
// each does on waking has run before the next one wakes, so that a scenario of minutes plays in milliseconds.

import type { Clock } from './clock.ts';

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

export class FakeClock implements Clock {
  #elapsed = 0;
  #wallStart: number;
  #sleepers: Sleeper[] = [];

  /** Starts at this wall time in milliseconds since the epoch; default 2026-01-01T00:00:00Z. */
  constructor(wallTime: number = Date.UTC(2026, 0, 1)) {
    this.#wallStart = wallTime;
  }

  now(): number {
    return this.#wallStart + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  /** How many sleeps are under way. */
  get sleeping(): number {
    return this.#sleepers.length;
  }

  /** Milliseconds until the next sleeper is due; undefined when nobody sleeps. */
  get nextDue(): number | undefined {
    const first = this.#sleepers[0];
    return first === undefined ? undefined : first.due - this.#elapsed;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(abortReason(signal));
        return;
      }
      const onAbort = (): void => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(abortReason(signal as AbortSignal));
      };
      const sleeper: Sleeper = {
        due: this.#elapsed + Math.max(0, milliseconds),
        wake: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      const at = this.#sleepers.findIndex((other) => other.due > sleeper.due);
      this.#sleepers.splice(at === -1 ? this.#sleepers.length : at, 0, sleeper);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Moves time forward, waking every sleeper that falls due, those started on the way included. */
  async advance(milliseconds: number): Promise<void> {
    await settle();
    const target = this.#elapsed + milliseconds;
    for (;;) {
      const next = this.#sleepers[0];
      if (next === undefined || next.due > target) break;
      this.#sleepers.shift();
      this.#elapsed = next.due;
      next.wake();
      await settle();
    }
    this.#elapsed = target;
    await settle();
  }

  /** Moves only the wall clock, as an administrator or a time daemon does. */
  stepWallClock(milliseconds: number): void {
    this.#wallStart += milliseconds;
  }

  /** Resolves when at least this many sleeps are under way (real I/O may lead there). Fails after a minute of real time. */
  async untilSleeping(count = 1): Promise<void> {
    const limit = performance.now() + 60_000;
    while (this.#sleepers.length < count) {
      if (performance.now() > limit)
        throw new Error(`only ${this.#sleepers.length} of ${count} sleepers after a minute`);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}

/** Lets every promise continuation that is ready run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal.reason });
}
