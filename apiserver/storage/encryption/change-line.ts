// Changes on their way to a follower, in their order: at once where they can be decrypted at once, later where another program has to
// be asked. What comes meanwhile is decrypted beside it, and waits in line.

import { isPending } from '../../../shared/process/async/maybe-promise.ts';
import type { Change, Revision } from '../contract/store.ts';

export interface ChangeLineOptions {
  /** Never rejects. */
  readonly read: (changes: readonly Change[]) => readonly Change[] | Promise<readonly Change[]>;
  readonly onChanges: (changes: readonly Change[]) => void;
  readonly onProgress?: ((revision: Revision) => void) | undefined;
}

export class ChangeLine {
  readonly #options: ChangeLineOptions;
  /** Resolves when all that came so far is delivered; undefined: it is. */
  #tail: Promise<void> | undefined;
  #closed = false;

  constructor(options: ChangeLineOptions) {
    this.#options = options;
  }

  changes(changes: readonly Change[]): void {
    const read = this.#options.read(changes);
    if (this.#tail === undefined && !isPending(read)) this.#options.onChanges(read);
    else this.#later(read, (late) => this.#options.onChanges(late));
  }

  progress(revision: Revision): void {
    if (this.#tail === undefined) this.#options.onProgress?.(revision);
    else this.#later(revision, (late) => this.#options.onProgress?.(late));
  }

  /** Resolves when everything that came before the call is delivered; undefined: it is. */
  delivered(): Promise<void> | undefined {
    return this.#tail;
  }

  /** Nothing is delivered from here on. */
  close(): void {
    this.#closed = true;
  }

  #later<T>(value: T | Promise<T>, deliver: (value: T) => void): void {
    const tail = Promise.all([value, this.#tail]).then(([late]) => {
      if (!this.#closed) deliver(late);
      if (this.#tail === tail) this.#tail = undefined;
    });
    this.#tail = tail;
  }
}
