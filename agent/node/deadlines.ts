// Ends what takes too long. All have the same time, so the first to begin is the first to be due: one queue and one timer
// serve thousands at once, where a timer with its own signal for each would cost more than the calls themselves.

import type { Clock } from '../../shared/process/clock.ts';

interface Deadline {
  readonly due: number;
  readonly miss: () => void;
}

export class Deadlines {
  readonly #time: number;
  readonly #clock: Clock;
  /** In the order of their beginning. */
  readonly #running = new Set<Deadline>();
  #watching = false;

  /** `time`: milliseconds from beginning to end. */
  constructor(time: number, clock: Clock) {
    this.#time = time;
    this.#clock = clock;
  }

  /** Calls `miss` once, when the time is over, unless the returned function was called before. */
  begin(miss: () => void): () => void {
    const deadline = { due: this.#clock.monotonic() + this.#time, miss };
    this.#running.add(deadline);
    if (!this.#watching) void this.#watch();
    return () => this.#running.delete(deadline);
  }

  /** Runs while there is anything to end; the sleep of a system clock does not keep the process alive. */
  async #watch(): Promise<void> {
    this.#watching = true;
    for (let [first] = this.#running; first !== undefined; [first] = this.#running) {
      const left = first.due - this.#clock.monotonic();
      if (left > 0) await this.#clock.sleep(left);
      else {
        this.#running.delete(first);
        first.miss();
      }
    }
    this.#watching = false;
  }
}
