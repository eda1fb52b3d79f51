// The exchanges of a case in order. Kept per case, printed when the case fails.

import type { Exchange } from './exchange.ts';

/** The last exchanges of one case. Not shared between cases. */
export class Transcript {
  readonly #entries: Exchange[] = [];
  readonly #capacity: number;

  /** Keeps at most `capacity` exchanges, the newest. */
  constructor(capacity = 12) {
    this.#capacity = capacity;
  }

  /** Adds an exchange, dropping the oldest over the capacity. */
  add(exchange: Exchange): void {
    this.#entries.push(exchange);
    if (this.#entries.length > this.#capacity) this.#entries.shift();
  }

  /** The newest `count` exchanges, oldest first. */
  last(count: number): readonly Exchange[] {
    return this.#entries.slice(-count);
  }
}
