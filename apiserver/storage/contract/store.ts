// The Store contract: an ordered log with a current view (design, decision 2). Two engines implement it, `embedded` and
// `etcd`; both pass `store.contract.ts`. Nothing above it may assume that it is the only server on the store.
// This file imports nothing else of ours.

/** One counter for the whole store: every commit takes the next one. 1 is the revision of an empty store. Safe integer. */
export type Revision = number;

/** One key as it is now, or was at the revision asked for. `value` is the store's own memory: do not write to it. */
export interface Entry {
  readonly key: string;
  readonly value: Buffer;
  /** The commit that wrote this value. */
  readonly revision: Revision;
  /** Why the value cannot be read; `value` is empty then. Absent: it can. */
  readonly fault?: UnreadableValueError;
  /** The value is not stored as a write would store it now: it shall be written even where nothing changes. */
  readonly stale?: true;
}

/**
 * One commit of the log. Commits are delivered once each, in the order of their revisions, without a gap. Only where
 * lifetimes end, or a write changes several keys together, may an engine do so in one commit: their changes share the revision
 * and come in one batch.
 */
export interface Change {
  readonly revision: Revision;
  readonly key: string;
  /** What was written; undefined: the key was removed. */
  readonly value: Buffer | undefined;
  /** Why the written value cannot be read; `value` is empty then. Absent: it can. */
  readonly fault?: UnreadableValueError;
  /** What the key held before; undefined: the key is new, or (after a compaction) what it held is no longer known. */
  readonly previous: Entry | undefined;
}

/** A key, and the revision of what it holds or held. */
export interface KeyVersion {
  readonly key: string;
  readonly revision: Revision;
}

/** Other keys that one write may change: a transaction of etcd has 128 operations, guards included, unless it is told otherwise. */
export const mostTogether = 100;

/** A change of a key that must have a revision for it; see `Write`. */
export type KeyChange = Pick<Write, 'key' | 'value' | 'expected'>;

export interface Write {
  readonly key: string;
  /** The new value, or undefined to remove the key. */
  readonly value: Buffer | undefined;
  /**
   * The revision that the key must have for the write to happen; 0: the key must not exist. There is no unguarded write,
   * and a removal that expects 0 is a defect of the caller (TypeError), as is an empty key.
   */
  readonly expected: Revision;
  /** The write happens only while this other key has this revision, which is greater than 0. */
  readonly onlyWhile?: KeyVersion | undefined;
  /**
   * Changes of other keys, each under its own guard: all of them happen with this one, or nothing does. Default: none; more than
   * `mostTogether` are a defect of the caller (TypeError).
   */
  readonly together?: readonly KeyChange[] | undefined;
  /** Seconds after which the store removes the key by itself (an ordinary change of the log). Greater than 0. Absent: never. */
  readonly ttlSeconds?: number;
}

/** `committed` only when the write is durable and the log's followers in this process have it. */
export type CommitResult =
  | { readonly outcome: 'committed'; readonly revision: Revision }
  /**
   * A guard did not hold; nothing was written. `current` is what the key holds; undefined: nothing. With `overtaken` the key
   * was as expected, but this one, of `onlyWhile` or `together`, was not, and `current` is what it holds.
   */
  | { readonly outcome: 'conflict'; readonly current: Entry | undefined; readonly overtaken?: string };

export interface Range {
  /** Every key of the answer starts with this. Keys are ordered by their UTF-8 bytes. */
  readonly prefix: string;
  /** First key of the answer is this or a later one. Absent: from the prefix on. */
  readonly start?: string;
  /** At most this many entries (> 0). Absent: all. */
  readonly limit?: number;
  /** The view as of this revision. Absent: the latest. */
  readonly revision?: Revision;
}

export interface RangeResult {
  /** The revision that the answer shows. */
  readonly revision: Revision;
  readonly entries: readonly Entry[];
  /** True when the limit cut the answer off. */
  readonly more: boolean;
  /** Keys from `start` on that the answer leaves out; exact. */
  readonly remaining: number;
}

/** The revision asked for is older than the retained history. Carries the oldest revision that can still be asked for. */
export class CompactedError extends Error {
  override readonly name = 'CompactedError';
  readonly oldest: Revision;
  constructor(asked: Revision, oldest: Revision) {
    super(`revision ${asked} is compacted; the oldest retained revision is ${oldest}`);
    this.oldest = oldest;
  }
}

/** The revision asked for has not happened yet. */
export class FutureRevisionError extends Error {
  override readonly name = 'FutureRevisionError';
  readonly latest: Revision;
  constructor(asked: Revision, latest: Revision) {
    super(`revision ${asked} is in the future; the latest revision is ${latest}`);
    this.latest = latest;
  }
}

/**
 * The store cannot serve right now (disk full, engine unreachable, closed). For a write the outcome is unknown unless
 * `refused` is true: then nothing was written.
 */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  readonly refused: boolean;
  constructor(message: string, options: { readonly refused: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.refused = options.refused;
  }
}

/** A stored value that cannot be read: others can be. The message says why, without what is stored, and may be sent to clients. */
export class UnreadableValueError extends Error {
  override readonly name = 'UnreadableValueError';
  readonly key: string;
  /** Encrypted in a way that cannot be undone now, or no object at all. */
  readonly kind: 'untransformable' | 'undecodable';
  constructor(
    key: string,
    kind: UnreadableValueError['kind'],
    message: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(message, options);
    this.key = key;
    this.kind = kind;
  }
}

/** The value cannot be encrypted as it has to be. Nothing was written. The message may be sent to clients. */
export class UnwritableValueError extends Error {
  override readonly name = 'UnwritableValueError';
}

/** The engine takes no value of this size. Nothing was written. */
export class ValueTooLargeError extends Error {
  override readonly name = 'ValueTooLargeError';
  constructor(options: { readonly cause?: unknown } = {}) {
    super('the value is larger than the store takes', options);
  }
}

export interface Store {
  /** True: every call goes to another process. Absent: reads are answered in this one. */
  readonly remote?: true;
  /**
   * The latest revision, linearizable: at least that of every commit acknowledged anywhere before the call. A promise only
   * where the engine has to ask for it. Throws at once or rejects.
   */
  latest(): Revision | Promise<Revision>;
  /** The key as it is now, linearizable. Undefined: it does not exist. */
  get(key: string): Promise<Entry | undefined>;
  /** Entries under a prefix at one revision. Throws CompactedError, FutureRevisionError. */
  range(range: Range): Promise<RangeResult>;
  /**
   * One guarded write. Concurrent writes to one key: exactly one of those with the same guard commits. Throws
   * ValueTooLargeError where the engine limits sizes, UnwritableValueError where it is encrypted and cannot be.
   */
  commit(write: Write): Promise<CommitResult>;
  /**
   * Hands every change with a revision greater than `after` to `onChanges`, in order, in batches, until the signal
   * aborts (then resolves) or the log is lost (then rejects: CompactedError when `after` is compacted,
   * StoreUnavailableError otherwise). `onChanges` is called synchronously and must not throw. `onProgress` gets a
   * revision up to which everything has been handed over, also when nothing changed.
   */
  follow(options: {
    readonly after: Revision;
    readonly signal: AbortSignal;
    readonly onChanges: (changes: readonly Change[]) => void;
    readonly onProgress?: (revision: Revision) => void;
  }): Promise<void>;
  /** Forgets history older than `revision` (the view at `revision` itself stays). Repeated or older: no effect. */
  compact(revision: Revision): Promise<void>;
  /** Finishes the running commits and releases the files. Afterwards every call throws StoreUnavailableError. Repeatable. */
  close(): Promise<void>;
}
