// The deadlines of all requests under way. One coarse timer for all of them, because a timer of its own per request
// costs more than the request's parsing; it ticks only while there is something to expire.

import type { Clock } from '../../shared/process/clock.ts';

/** Milliseconds between two looks at the deadlines. */
const tick = 100;

export interface ExpiryEntry {
  readonly at: number;
  readonly expire: () => void;
}

export class RequestExpiry {
  readonly #clock: Clock;
  readonly #stopped: AbortSignal;
  readonly #entries = new Set<ExpiryEntry>();
  #ticking = false;

  /** Ticks until `stopped` aborts. */
  constructor(clock: Clock, stopped: AbortSignal) {
    this.#clock = clock;
    this.#stopped = stopped;
  }

  /** Calls `expire` once, `milliseconds` from now (up to 100 ms later), unless removed before. */
  add(milliseconds: number, expire: () => void): ExpiryEntry {
    const entry = { at: this.#clock.monotonic() + milliseconds, expire };
    this.#entries.add(entry);
    if (!this.#ticking) {
      this.#ticking = true;
      void this.#run();
    }
    return entry;
  }

  remove(entry: ExpiryEntry): void {
    this.#entries.delete(entry);
  }

  async #run(): Promise<void> {
    try {
      while (this.#entries.size > 0) {
        await this.#clock.sleep(tick, this.#stopped);
        const now = this.#clock.monotonic();
        for (const entry of this.#entries) {
          if (entry.at <= now) {
            this.#entries.delete(entry);
            entry.expire();
          }
        }
      }
    } catch {
      // Stopped: the requests under way are ended by the stop itself.
    } finally {
      this.#ticking = false;
    }
  }
}
