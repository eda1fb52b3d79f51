// A token bucket for one connection: a burst, and so many more each second. Without it frames that cost the client a few
// bytes and the server work (PING, SETTINGS, empty DATA, resets) could keep the server busy for ever.

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
