// Ends what takes too long, for thousands at once. One coarse timer serves all, because a timer of its own for each request
// costs more than the request's parsing; it ticks only while there is something to end.
//
// They stand in an array and not in a Set: where elements come and go quickly, V8 makes a Set a new table every few of
// them, and after a major collection the abandoned tables keep each other, and with them every finished request, alive until
// the next one.

import type { Clock } from './clock.ts';

/** Milliseconds between two looks. */
const tick = 100;

/** To be met by `Deadlines.meet`. */
export interface Deadline {
  readonly due: number;
  readonly miss: () => void;
  /** In the array; -1: nothing waits for it any more. */
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
          // One of them may have ended another.
          if (deadline.place < 0) continue;
          this.meet(deadline);
          deadline.miss();
        }
      }
    } catch {
      // Stopped: what is under way is ended by the stop itself.
    } finally {
      this.#ticking = false;
    }
  }
}
