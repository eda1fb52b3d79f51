// The programs of one lane of trials: started for the first mutant that needs them, and reused while they work correctly.
import { Undecided } from './start.mjs';
import { SwitchedBench } from './switched-bench.mjs';

/** Milliseconds in which good programs come up, however busy the machine is. */
const patience = 300_000;

export class Lane {
  #options;
  #kept = new Map();

  /** `options`: `bin`, `vendor`, `signal`, and the `recordings` with what a good target offers. */
  constructor(options) {
    this.#options = options;
  }

  /** Programs of this kind of bench. Throws Undecided when they do not come up. */
  async programs(kind) {
    if (!this.#kept.has(kind)) this.#kept.set(kind, await this.#start(kind));
    return this.#kept.get(kind);
  }

  async #start(kind) {
    const { bin, vendor, signal, recordings } = this.#options;
    const { features } = recordings[kind];
    try {
      return await SwitchedBench.start(kind, { bin, vendor, features, patience, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw new Undecided(`good programs do not start: ${error.message}`);
    }
  }

  /** Stops the programs of this kind, because they may be damaged by a mutant. */
  async drop(kind) {
    const ended = this.#kept.get(kind);
    this.#kept.delete(kind);
    await ended?.close();
  }

  /** Ends all. */
  async close() {
    await Promise.all([...this.#kept.keys()].map((kind) => this.drop(kind)));
  }
}
