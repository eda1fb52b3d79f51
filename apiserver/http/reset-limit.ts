// How many streams a client may break off on one HTTP/2 connection. A reset costs the client a few bytes and the server a
// request, so that a client that does nothing else would have the server to itself (CVE-2023-44487).

/** Resets that may come at once: clients that end break off all their watches. */
export const resetBurst = 400;
/** Resets that may go on for ever. Node's HTTP/2 library stops reading beyond 33 of them, and leaves the connection open. */
export const resetsPerSecond = 30;

/** The resets of one connection. */
export class ResetLimit {
  #left = resetBurst;
  #counted = 0;

  /** Counts a reset at `now`, in milliseconds of the monotonic clock. Returns whether the connection has to end. */
  exceeded(now: number): boolean {
    this.#left = Math.min(resetBurst, this.#left + ((now - this.#counted) * resetsPerSecond) / 1000) - 1;
    this.#counted = now;
    return this.#left < 0;
  }
}
