// Readers that wait for the watch cache to show the newest state of the store. None waits longer than the limit.

import type { Clock } from '../../../shared/process/time/clock.ts';
import { mapMaybePromise } from '../../../shared/process/async/maybe-promise.ts';
import { type Revision, type Store, StoreUnavailableError } from '../contract/store.ts';
import type { RevisionWaiters } from '../format/revision-waiters.ts';

export interface CatchUpOptions {
  readonly store: Pick<Store, 'latest'>;
  readonly clock: Clock;
  /** Of the revisions that the watch cache has reached. */
  readonly waiters: RevisionWaiters;
  /** The longest wait. */
  readonly milliseconds: number;
}

export class CatchUp {
  readonly #options: CatchUpOptions;

  constructor(options: CatchUpOptions) {
    this.#options = options;
  }

  /**
   * Ready when the cache shows what the store has acknowledged until now; at once when it does already. `known`: the revision
   * that the cache shows; `settle` takes in what the store handed over. Rejects with a StoreUnavailableError when the store
   * fails, went back, or is not caught up with in time; with the signal's reason when that aborts.
   */
  consistent(known: Revision, settle: () => void, signal: AbortSignal | undefined): Promise<void> | void {
    const { store, waiters } = this.#options;
    return mapMaybePromise(store.latest(), (latest) => {
      if (latest < known) {
        const message = `the store went back from revision ${known} to ${latest}`;
        throw new StoreUnavailableError(message, { refused: true });
      }
      settle();
      return waiters.has(latest) ? undefined : this.#caughtUp(latest, signal);
    });
  }

  /** As `ready`, but rejects with a StoreUnavailableError when that takes too long, and when the signal aborts. */
  async soon(ready: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    const { clock, milliseconds } = this.#options;
    const over = new AbortController();
    const ended = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
    const tooLate = clock.sleep(milliseconds, ended).then(() => {
      throw new StoreUnavailableError('the watch cache was not loaded in time', { refused: true });
    });
    try {
      await Promise.race([ready, tooLate]);
    } finally {
      tooLate.catch(() => {});
      over.abort();
    }
  }

  async #caughtUp(latest: Revision, signal: AbortSignal | undefined): Promise<void> {
    if (await this.#options.waiters.reached(latest, this.#options.milliseconds, signal)) return;
    signal?.throwIfAborted();
    throw new StoreUnavailableError(`the watch cache did not reach revision ${latest} in time`, { refused: true });
  }
}
