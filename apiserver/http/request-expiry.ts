// The deadlines of all requests under way. One coarse timer for all of them, because a timer of its own per request
// costs more than the request's parsing; it ticks only while there is something to expire.
//
// They stand in an array and not in a Set: where elements come and go quickly, V8 makes a Set a new table every few of
// them, and after a major collection the abandoned tables keep each other, and with them every finished request, alive until
// the next one.

import type { Clock } from '../../shared/process/clock.ts';

/** Milliseconds between two looks at the deadlines. */
const tick = 100;

export interface ExpiryEntry {
  readonly at: number;
  readonly expire: () => void;
  /** Its place in the array; -1: it was removed. */
  place: number;
}

export class RequestExpiry {
  readonly #clock: Clock;
  readonly #stopped: AbortSignal;
  readonly #entries: ExpiryEntry[] = [];
  #ticking = false;

  /** Ticks until `stopped` aborts. */
  constructor(clock: Clock, stopped: AbortSignal) {
    this.#clock = clock;
    this.#stopped = stopped;
  }

  /** Calls `expire` once, `milliseconds` from now (up to 100 ms later), unless removed before. */
  add(milliseconds: number, expire: () => void): ExpiryEntry {
    const entry = { at: this.#clock.monotonic() + milliseconds, expire, place: this.#entries.length };
    this.#entries.push(entry);
    if (!this.#ticking) {
      this.#ticking = true;
      void this.#run();
    }
    return entry;
  }

  /** Repeatable. */
  remove(entry: ExpiryEntry): void {
    const last = this.#entries.at(-1);
    if (entry.place < 0 || last === undefined) return;
    this.#entries[entry.place] = last;
    last.place = entry.place;
    this.#entries.pop();
    entry.place = -1;
  }

  async #run(): Promise<void> {
    try {
      while (this.#entries.length > 0) {
        await this.#clock.sleep(tick, this.#stopped);
        const now = this.#clock.monotonic();
        for (const entry of this.#entries.filter(({ at }) => at <= now)) {
          this.remove(entry);
          entry.expire();
        }
      }
    } catch {
      // Stopped: the requests under way are ended by the stop itself.
    } finally {
      this.#ticking = false;
    }
  }
}
