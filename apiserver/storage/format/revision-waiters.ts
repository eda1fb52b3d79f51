// Callers that wait until a revision is reached.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Revision } from '../contract/store.ts';

interface Waiter {
  readonly revision: Revision;
  readonly settle: (reached: boolean) => void;
}

export class RevisionWaiters {
  readonly #clock: Clock;
  readonly #waiters = new Set<Waiter>();
  #revision: Revision = 0;
  #stopped = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  has(revision: Revision): boolean {
    return revision <= this.#revision;
  }

  /** True once the revision is reached; false after the time (Infinity: never), when the signal aborts, or when this is stopped. */
  reached(revision: Revision, timeoutMilliseconds: number, signal?: AbortSignal): Promise<boolean> {
    if (this.has(revision)) return Promise.resolve(true);
    if (this.#stopped || signal?.aborted === true || timeoutMilliseconds <= 0) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = new AbortController();
      const settle = (reached: boolean): void => {
        this.#waiters.delete(waiter);
        signal?.removeEventListener('abort', giveUp);
        timer.abort();
        resolve(reached);
      };
      const giveUp = (): void => settle(false);
      const waiter: Waiter = { revision, settle };
      this.#waiters.add(waiter);
      signal?.addEventListener('abort', giveUp, { once: true });
      if (Number.isFinite(timeoutMilliseconds)) {
        this.#clock.sleep(timeoutMilliseconds, timer.signal).then(giveUp, () => {});
      }
    });
  }

  advance(revision: Revision): void {
    this.#revision = revision;
    for (const waiter of this.#waiters) if (waiter.revision <= revision) waiter.settle(true);
  }

  /** Nothing will advance any more. */
  stop(): void {
    this.#stopped = true;
    for (const waiter of this.#waiters) waiter.settle(false);
  }
}
