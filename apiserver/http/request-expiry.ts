// The deadlines of all requests under way. One coarse timer for all of them, because a timer of its own per request
// costs more than the request's parsing; it ticks only while there is something to expire.

import type { Clock } from '../../shared/process/clock.ts';

/** Milliseconds between two looks at the deadlines. */
const tick = 100;

/**
 * A deadline, in a ring with the others. Not in a Set: each table that a Set outgrows keeps the requests that stood in it from
 * the collector of young memory, which was half of what it had to move.
 */
export class ExpiryEntry {
  readonly at: number;
  readonly expire: () => void;
  previous: ExpiryEntry = this;
  next: ExpiryEntry = this;

  constructor(at: number, expire: () => void) {
    this.at = at;
    this.expire = expire;
  }

  get alone(): boolean {
    return this.next === this;
  }

  putBefore(other: ExpiryEntry): void {
    this.previous = other.previous;
    this.next = other;
    other.previous.next = this;
    other.previous = this;
  }

  /** Points nowhere afterwards, so that it keeps nothing that came later. */
  leave(): void {
    this.previous.next = this.next;
    this.next.previous = this.previous;
    this.previous = this;
    this.next = this;
  }
}

export class RequestExpiry {
  readonly #clock: Clock;
  readonly #stopped: AbortSignal;
  /** Begins and ends the ring; expires never. */
  readonly #ring = new ExpiryEntry(Number.POSITIVE_INFINITY, () => {});
  #ticking = false;

  /** Ticks until `stopped` aborts. */
  constructor(clock: Clock, stopped: AbortSignal) {
    this.#clock = clock;
    this.#stopped = stopped;
  }

  /** Calls `expire` once, `milliseconds` from now (up to 100 ms later), unless removed before. */
  add(milliseconds: number, expire: () => void): ExpiryEntry {
    const entry = new ExpiryEntry(this.#clock.monotonic() + milliseconds, expire);
    entry.putBefore(this.#ring);
    if (!this.#ticking) {
      this.#ticking = true;
      void this.#run();
    }
    return entry;
  }

  /** Repeatable. */
  remove(entry: ExpiryEntry): void {
    entry.leave();
  }

  async #run(): Promise<void> {
    try {
      while (!this.#ring.alone) {
        await this.#clock.sleep(tick, this.#stopped);
        this.#expire(this.#clock.monotonic());
      }
    } catch {
      // Stopped: the requests under way are ended by the stop itself.
    } finally {
      this.#ticking = false;
    }
  }

  #expire(now: number): void {
    const due: ExpiryEntry[] = [];
    for (let entry = this.#ring.next; entry !== this.#ring; entry = entry.next) {
      if (entry.at <= now) due.push(entry);
    }
    for (const entry of due) {
      // One that was removed by the end of another is over.
      if (entry.alone) continue;
      entry.leave();
      entry.expire();
    }
  }
}
