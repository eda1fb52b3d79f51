// Follows the store's log for the watch cache, and decides when changes are taken in: at the end of the turn of the event loop,
// when their writers were answered, or sooner when a reader asks, so that no reader sees the cache without them.

import type { Change, Revision, Store } from '../contract/store.ts';

/** What takes the changes in. */
export interface Intake {
  /** Everything up to here was taken in. */
  revision(): Revision;
  apply(changes: readonly Change[]): void;
  /** Nothing up to this revision is still to come. */
  advance(revision: Revision): void;
}

export class StoreFollower {
  readonly #store: Pick<Store, 'follow'>;
  readonly #intake: Intake;
  /** Handed over by the store, not taken in yet. */
  #handed: (readonly Change[])[] = [];
  /** Nothing up to this revision is still to be handed over. */
  #told: Revision = 0;
  /** Ends the following of the store with an error. */
  #lose: (error: unknown) => void = () => {};
  #onFollowed: (() => void) | undefined;

  constructor(store: Pick<Store, 'follow'>, intake: Intake) {
    this.#store = store;
    this.#intake = intake;
  }

  /**
   * From where the intake is. Resolves when the signal aborts, rejects when the store or the intake fails. `onFollowed` is called
   * once, when the store says for the first time how far it has handed its log over.
   */
  follow(signal: AbortSignal, onFollowed: () => void): Promise<void> {
    this.settle();
    this.#told = 0;
    this.#onFollowed = onFollowed;
    return new Promise((resolve, reject) => {
      const over = new AbortController();
      const end = (): void => over.abort();
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      this.#lose = (error) => {
        end();
        reject(error);
      };
      const following = this.#store.follow({
        after: this.#intake.revision(),
        signal: over.signal,
        onChanges: (changes) => this.#hand(changes),
        onProgress: (revision) => this.#tell(revision),
      });
      following.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
    });
  }

  /** Takes in what the store handed over. */
  settle(): void {
    const handed = this.#handed;
    if (handed.length === 0) return;
    this.#handed = [];
    try {
      for (const changes of handed) this.#intake.apply(changes);
      this.#intake.advance(this.#told);
    } catch (error) {
      this.#lose(error);
    }
  }

  /** The changes are not needed: the intake was reloaded. */
  forget(): void {
    this.#handed = [];
  }

  #hand(changes: readonly Change[]): void {
    if (this.#handed.push(changes) === 1) setImmediate(() => this.settle());
  }

  #tell(revision: Revision): void {
    this.#told = revision;
    const onFollowed = this.#onFollowed;
    this.#onFollowed = undefined;
    onFollowed?.();
    if (this.#handed.length === 0) this.#intake.advance(revision);
  }
}
