// A store that encrypts: values are encrypted before they reach the engine below and decrypted on reads, so the engine never
// writes their plaintext. A value that cannot be read is an entry with a fault; other entries are not affected.

import { setImmediate as turn } from 'node:timers/promises';

import { isPending, mapMaybePromise } from '../../../shared/process/async/maybe-promise.ts';
import {
  type Change,
  type CommitResult,
  type Entry,
  type KeyChange,
  type Range,
  type RangeResult,
  type Revision,
  type Store,
  UnreadableValueError,
  UnwritableValueError,
  type Write,
} from '../contract/store.ts';
import { ChangeLine } from './change-line.ts';
import type { Plain, ValueTransformer } from './contract/value-transformer.ts';

export interface EncryptedStoreOptions {
  readonly store: Store;
  /** What a key's value goes through now; undefined: it is stored as it is. */
  readonly transformerOf: (key: string) => ValueTransformer | undefined;
  /** The key as the engine stores it. */
  readonly placeOf: (key: string) => string;
  /** Called when the store below is closed. */
  readonly closed?: () => void;
}

/** Answers what `store` answers. Closing it closes the store below. */
export function encryptedStore(options: EncryptedStoreOptions): Store {
  return new EncryptedStore(options);
}

/** Values decrypted before others get a turn: some milliseconds. */
const decryptChunk = 500;
const nothing = Buffer.alloc(0);

class EncryptedStore implements Store {
  declare readonly remote?: true;
  readonly #store: Store;
  readonly #options: EncryptedStoreOptions;
  readonly #lines = new Set<ChangeLine>();

  constructor(options: EncryptedStoreOptions) {
    this.#options = options;
    this.#store = options.store;
    if (options.store.remote === true) this.remote = true;
  }

  latest(): Revision | Promise<Revision> {
    return this.#store.latest();
  }

  async get(key: string): Promise<Entry | undefined> {
    const entry = await this.#store.get(key);
    return entry === undefined ? undefined : this.#read(entry);
  }

  async range(range: Range): Promise<RangeResult> {
    const result = await this.#store.range(range);
    const entries: (Entry | Promise<Entry>)[] = [];
    for (const entry of result.entries) {
      if (entries.length > 0 && entries.length % decryptChunk === 0) await turn();
      entries.push(this.#read(entry));
    }
    return { ...result, entries: await together(entries) };
  }

  async commit(write: Write): Promise<CommitResult> {
    const together = write.together?.map((change) => ({ ...change, value: this.#encrypted(change) }));
    const result = await this.#store.commit({
      ...write,
      value: this.#encrypted(write),
      ...(together === undefined ? {} : { together }),
    });
    if (result.outcome === 'conflict') {
      return result.current === undefined ? result : { ...result, current: await this.#read(result.current) };
    }
    // A commit is acknowledged when the followers of this process have it.
    for (const line of this.#lines) {
      const delivered = line.delivered();
      if (delivered !== undefined) await delivered;
    }
    return result;
  }

  async follow(options: Parameters<Store['follow']>[0]): Promise<void> {
    const line = new ChangeLine({ ...options, read: (changes) => this.#readAll(changes) });
    this.#lines.add(line);
    try {
      await this.#store.follow({
        after: options.after,
        signal: options.signal,
        onChanges: (changes) => line.changes(changes),
        onProgress: (revision) => line.progress(revision),
      });
    } finally {
      line.close();
      this.#lines.delete(line);
    }
  }

  compact(revision: Revision): Promise<void> {
    return this.#store.compact(revision);
  }

  async close(): Promise<void> {
    await this.#store.close();
    this.#options.closed?.();
  }

  #encrypted({ key, value }: KeyChange): Buffer | undefined {
    const transformer = this.#options.transformerOf(key);
    if (value === undefined || transformer === undefined) return value;
    try {
      return transformer.toStorage(value, this.#options.placeOf(key));
    } catch (error) {
      throw new UnwritableValueError(messageOf(error), { cause: error });
    }
  }

  #readAll(changes: readonly Change[]): readonly Change[] | Promise<readonly Change[]> {
    return together(changes.map((change) => this.#readChange(change)));
  }

  #readChange(change: Change): Change | Promise<Change> {
    const { key, revision, value, previous } = change;
    if (this.#options.transformerOf(key) === undefined) return change;
    const before = previous === undefined ? undefined : this.#read(previous);
    return mapMaybePromise(before, (known): Change | Promise<Change> => {
      if (value === undefined) return { revision, key, value, previous: known };
      return mapMaybePromise(this.#read({ key, revision, value }), (entry) => ({
        revision,
        key,
        value: entry.value,
        previous: known,
        ...(entry.fault === undefined ? {} : { fault: entry.fault }),
      }));
    });
  }

  #read(entry: Entry): Entry | Promise<Entry> {
    const { key, revision, value } = entry;
    const transformer = this.#options.transformerOf(key);
    if (transformer === undefined) return entry;
    const readable = (plain: Plain): Entry => {
      if (plain.value === value && !plain.stale) return entry;
      return { key, revision, value: plain.value, ...(plain.stale ? { stale: true } : {}) };
    };
    const unreadable = (error: unknown): Entry => {
      const fault = new UnreadableValueError(key, 'untransformable', messageOf(error), { cause: error });
      return { key, revision, value: nothing, fault };
    };
    try {
      const plain = transformer.fromStorage(value, this.#options.placeOf(key));
      return isPending(plain) ? plain.then(readable, unreadable) : readable(plain);
    } catch (error) {
      return unreadable(error);
    }
  }
}

/** At once where all are known. */
function together<T>(values: readonly (T | Promise<T>)[]): readonly T[] | Promise<readonly T[]> {
  if (!values.some(isPending)) return values as readonly T[];
  return Promise.all(values.map((value) => Promise.resolve(value)));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
