// How much of something one connection may ask for: a number at once, and so many more each second. What costs the client a few
// bytes and the server a frame (PING, SETTINGS, empty DATA, resets) would else keep the server busy for ever.

export class FloodLimit {
  readonly #burst: number;
  readonly #perSecond: number;
  #left: number;
  #counted = 0;

  constructor(burst: number, perSecond: number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#left = burst;
  }

  /** Counts one at `now`, in milliseconds of the monotonic clock. Returns whether it was too many. */
  exceeded(now: number): boolean {
    this.#left = Math.min(this.#burst, this.#left + ((now - this.#counted) * this.#perSecond) / 1000) - 1;
    this.#counted = now;
    return this.#left < 0;
  }

  /** So many more are in order: they answer something that we sent. */
  allow(more: number): void {
    this.#left = Math.min(this.#burst, this.#left + more);
  }
}
