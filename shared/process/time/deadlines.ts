// Ends what takes too long, for thousands at once. One coarse timer serves all, because a timer of its own for each request
// costs more than the request's parsing; it ticks only while there is something to end.
//
// Deadlines are in an array and not in a Set: when elements are added and removed quickly, V8 gives a Set a new table every few
// elements. After a major collection the old tables keep each other, and every finished request in them, alive until the
// next one.

import type { Clock } from './clock.ts';

/** Milliseconds between two checks. */
const tick = 100;

/** To be met by `Deadlines.meet`. */
export interface Deadline {
  readonly due: number;
  readonly miss: () => void;
  /** Index in the array; -1: it was met or missed. */
  place: number;
}

export class Deadlines {
  readonly #clock: Clock;
  readonly #stopped: AbortSignal | undefined;
  readonly #running: Deadline[] = [];
  #ticking = false;

  /** Ticks until `stopped` aborts; the sleep of a system clock does not keep the process alive. */
  constructor(clock: Clock, stopped?: AbortSignal) {
    this.#clock = clock;
    this.#stopped = stopped;
  }

  /** Calls `miss` once, `milliseconds` from now (up to 100 ms later), unless it was met before. It must not throw. */
  begin(milliseconds: number, miss: () => void): Deadline {
    const deadline = { due: this.#clock.monotonic() + milliseconds, miss, place: this.#running.length };
    this.#running.push(deadline);
    if (!this.#ticking) {
      this.#ticking = true;
      void this.#run();
    }
    return deadline;
  }

  /** Repeatable. */
  meet(deadline: Deadline): void {
    const last = this.#running.at(-1);
    if (deadline.place < 0 || last === undefined) return;
    this.#running[deadline.place] = last;
    last.place = deadline.place;
    this.#running.pop();
    deadline.place = -1;
  }

  async #run(): Promise<void> {
    try {
      while (this.#running.length > 0) {
        await this.#clock.sleep(tick, this.#stopped);
        const now = this.#clock.monotonic();
        const missed = this.#running.filter(({ due }) => due <= now).sort((left, right) => left.due - right.due);
        for (const deadline of missed) {
          // A called `miss` may have met another deadline.
          if (deadline.place < 0) continue;
          this.meet(deadline);
          deadline.miss();
        }
      }
    } catch {
      // Stopped: the stop itself ends requests in flight.
    } finally {
      this.#ticking = false;
    }
  }
}
