// Whether a flush is waited for where one stands. A write that waits alone is flushed by the event loop's own thread while the
// disk is quick: to have another thread do so, and to hear of it, takes as long as a quick disk does. The loop serves no request
// else meanwhile; so after a slow flush the next ones are left to another thread, and many more of them when it is slow again:
// a slow disk holds the loop once in thousands of writes.

import type { Clock } from '../../../../shared/process/time/clock.ts';

/** Milliseconds of a quick flush: what the loop may be held for. */
const quick = 0.5;
/** Lone writes left to another thread after a slow flush; how many times as many after one more in a row, and the most. */
const pause = 4;
const growth = 4;
const longestPause = 4096;

export class FlushPace {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Lone writes to come that are left to another thread. */
  #left = 0;
  #pause = pause;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Asked once for each write that waits alone: whether this thread may flush it, by `hold`. */
  mayHold(): boolean {
    if (this.#left === 0) return true;
    this.#left -= 1;
    return false;
  }

  /** Calls `flush`, and measures the disk's latency by it. Throws what it throws. */
  hold(flush: () => void): void {
    const began = this.#clock.monotonic();
    try {
      flush();
    } finally {
      if (this.#clock.monotonic() - began <= quick) {
        this.#pause = pause;
      } else {
        this.#left = this.#pause;
        this.#pause = Math.min(this.#pause * growth, longestPause);
      }
    }
  }
}
