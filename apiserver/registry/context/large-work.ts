// Work on large objects takes a part of a second for each of its steps: reading, validating, writing. Nothing else runs
// meanwhile, so that a few of them would stop the service for everybody. They wait in one line, and in each round of the
// event loop one step is taken: in between all the others are served.

import type { ResourceRequest } from '../contract/resource-handler.ts';
import { throwIfOver } from './throw-if-over.ts';

/** Bytes of a body or of a stored object from which on it is processed in steps. Smaller ones do not block the event loop. */
export const largeBytes = 64 * 1024;

export class LargeWork {
  readonly #line: (() => void)[] = [];
  readonly #nextRound: (begin: () => void) => void;
  #going = false;

  /** `nextRound` calls when the event loop has gone round once; default: the process's own. */
  constructor(nextRound: (begin: () => void) => void = setImmediate) {
    this.#nextRound = nextRound;
  }

  /** Steps that wait for their turn now. */
  get waiting(): number {
    return this.#line.length;
  }

  /**
   * Resolves when a step may be taken: no other one is taken in the same round. Rejects why the request is over when it
   * ended meanwhile. Every turn comes: the line is as long as the requests under way.
   */
  async turn(request: ResourceRequest): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#line.push(resolve);
      if (this.#going) return;
      this.#going = true;
      this.#nextRound(() => this.#begin());
    });
    throwIfOver(request);
  }

  #begin(): void {
    const resolve = this.#line.shift();
    this.#going = resolve !== undefined;
    if (resolve === undefined) return;
    resolve();
    this.#nextRound(() => this.#begin());
  }
}
