// The contract of the watch cache of one resource: the current objects under one key prefix, as bytes ready to be sent,
// with older snapshots and the recent changes (design, decision 3). Readers never wait for the store unless they ask to.

import type { Revision, UnreadableValueError } from './store.ts';

/** The cache was stopped: its resource is no longer served, or the server stops. It shows nothing any more. */
export class CacheClosedError extends Error {
  override readonly name = 'CacheClosedError';
}

/** What may be kept of an object beside its JSON. */
export type FormName = 'protobuf' | 'protobufMetadata' | 'cells';

/** How a form of the objects of a resource is made. */
export interface FormMaker {
  readonly name: FormName;
  /** The same for the same object. One character for each byte. */
  make(object: CachedObject): string;
  /** The form of the same object at another revision. */
  atRevision(text: string, revision: Revision): string;
  /** A form that this one holds: it is let go when this one is there. */
  readonly holds?: FormName;
  /** What the form depends on beside the object: a form with another context is made again. Absent: on nothing else. */
  readonly by?: object;
}

/** One object as the cache holds it. Immutable: readers share it and its memory. */
export interface CachedObject {
  readonly key: string;
  readonly revision: Revision;
  /** The object's JSON in the storage version, resourceVersion spliced in. Reading it may cost a copy. */
  readonly bytes: Buffer;
  /** `bytes` and a newline, in memory of the caller's own. */
  readonly line: Buffer;
  /** `bytes` as a text. */
  readonly text: string;
  /** The same for those who need no kind and version, which may be missing. */
  readonly content: string;
  /** Length of `bytes`, for nothing. */
  readonly size: number;
  /** Bytes of the object as an item of a list. */
  readonly itemLength: number;
  /** Puts a comma and the object, without its kind and version unless it is of a custom kind: `,{"metadata":…}`. */
  writeItem(target: Buffer, at: number): void;
  /** Puts what `bytes` are, without a copy of its own. */
  write(target: Buffer, at: number): void;
  /** Offset in `bytes` just after `"kind":…,"apiVersion":…,`. */
  readonly afterType: number;
  /** Bytes of the metadata in `bytes`, resourceVersion included: `{"name":…}`. */
  readonly metadataLength: number;
  readonly metadataText: string;
  writeMetadata(target: Buffer, at: number): void;
  /** A form of the object. Made at most once for the newest version of an object, and kept within a limit. */
  form(maker: FormMaker): string;
  /** The same when it was made and kept; it is not made. */
  knownForm(name: FormName): string | undefined;
  /** In which the object is stored: `apps/v1`. */
  readonly apiVersion: string;
  /** The object in another version of its kind, as it was kept; `version` is the same for the same version. It is not made. */
  inVersion(version: object): CachedObject | undefined;
  /** The same of what would be stored of the object in that version; kept as forms are. */
  keepVersion(version: object, value: Buffer): CachedObject;
  readonly namespace: string;
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  /** Values of the resource's selectable fields, `metadata.name` and `metadata.namespace` included. */
  readonly fields: ReadonlyMap<string, string>;
}

/** One change of one object. `object` and `previous` are the states after and before. Immutable and shared. */
export interface CacheEvent {
  readonly revision: Revision;
  readonly key: string;
  /** After the change; undefined: removed. */
  readonly object: CachedObject | undefined;
  /** Before the change; undefined: the object is new. */
  readonly previous: CachedObject | undefined;
  /** The last state of a removed object with the revision of its removal; undefined unless removed. */
  readonly removed: CachedObject | undefined;
}

/** One condition of a selector, on what all objects have under one name. */
export interface Requirement {
  readonly from: 'labels' | 'fields';
  readonly name: string;
  /** Undefined: no such label or field. The answer depends on the value alone. */
  readonly matches: (value: string | undefined) => boolean;
  /** The only value for which it holds; absent: there may be others. */
  readonly only?: string;
}

/** Some objects of a snapshot in key order. Holding it costs as much as holding the snapshot. */
export interface ObjectRun extends Iterable<CachedObject> {
  readonly size: number;
  /** Of all items together, in bytes. */
  readonly length: number;
  readonly last: CachedObject | undefined;
  /** The items as `writeItem` puts them, in few pieces, each made on demand. They are immutable. */
  items(): Iterable<Buffer>;
}

/** The objects at one revision, in key order. Copy-on-write: holding it costs what changed since. */
export interface Snapshot {
  readonly revision: Revision;
  /** Identity: snapshots of different revisions between which nothing changed may have the same. */
  readonly content: object;
  readonly size: number;
  get(key: string): CachedObject | undefined;
  /** Objects whose key starts with `prefix`, from `start` on. */
  scan(prefix: string, start?: string): IterableIterator<CachedObject>;
  /** The same objects as bytes; at most `limit` of them, 0: all. */
  run(prefix: string, start: string | undefined, limit: number): ObjectRun;
  /**
   * Those of the same objects for which every term holds: calls `visitor` for each until it answers false. The caller takes
   * steps until there is none; between two of them others may have their turn. The first selection by a name parses
   * objects, a few dozen in a step; later ones parse those that came since.
   */
  select(
    prefix: string,
    start: string | undefined,
    terms: readonly Requirement[],
    visitor: (object: CachedObject) => boolean,
  ): Iterable<void>;
  /**
   * The result of `select` under a prefix, as a run whose bytes are cached; steps as there. `text`: the cache key, the
   * same for the same prefix and terms. Returns undefined if nothing is cached: at the first request for the selection, for a
   * result that is too large, or for an old snapshot.
   */
  selected(prefix: string, terms: readonly Requirement[], text: string): Generator<void, ObjectRun | undefined>;
  /** How many objects have a key that starts with `prefix`, from `start` on. */
  count(prefix: string, start?: string): number;
}

/** A subscription to changes. Events come in order, each once, as arrays shared by all subscribers. */
export interface Subscription {
  /** Stops it; no call of `onEvents` follows. Repeatable. */
  close(): void;
}

/** What a subscriber is interested in; both absent: everything. Events outside of it are not delivered. */
export interface Scope {
  readonly namespace?: string;
  readonly name?: string;
}

/** Who waits. Its signal is read only where there is something to wait for. */
export interface Waiting {
  readonly signal: AbortSignal;
}

/** Why a cache does not show all objects of its resource. */
export interface CacheFault {
  /** Of the first of them, in key order, that cannot be read. */
  readonly error: UnreadableValueError;
  /** For how long, in milliseconds. */
  readonly age: number;
}

/** Of a cache that was stopped every method throws CacheClosedError, or rejects with it, where nothing else is said. */
export interface ResourceCache {
  /**
   * Undefined: every object of the resource can be read. Otherwise snapshots lack some of them, `getIfFresh` answers 'behind',
   * and nothing may be listed or watched from here; single objects, and lists, can be read from the store. Also of a stopped cache.
   */
  fault(): CacheFault | undefined;
  /** Resolves when the first state is loaded. */
  ready(): Promise<void>;
  /** The newest state of one object, when the cache shows `revision` of the store or a newer one; else, and when it was stopped, 'behind'. */
  getIfFresh(key: string, revision: Revision): CachedObject | undefined | 'behind';
  /** The newest state known here. */
  current(): Snapshot;
  /**
   * The state at exactly this revision, from snapshots kept at least 75 s. 'expired': older than those kept (the store
   * may still know), or from before the first state. 'future': not reached yet.
   */
  at(revision: Revision): Snapshot | 'expired' | 'future';
  /** Resolves to true once the cache shows `revision` or newer, to false after `timeoutMilliseconds` or when the signal aborts. */
  waitUntilFresh(revision: Revision, timeoutMilliseconds: number, signal?: AbortSignal): Promise<boolean>;
  /**
   * Resolves once the cache shows everything acknowledged by any server before the call; no promise: it does already. Rejects,
   * or throws, when the store cannot say.
   */
  consistent(waiting?: Waiting): Promise<void> | void;
  /**
   * Starts at the events after `after`: `onEvents` gets first what the history holds (at once, before this returns), then
   * each new batch as it happens. 'expired': the history no longer reaches back that far, nothing was subscribed.
   * `onLost` is called once when the cache cannot continue the sequence (its owner was stopped, its log was lost, or the
   * resource was changed).
   */
  subscribe(options: {
    readonly after: Revision;
    readonly onEvents: (events: readonly CacheEvent[]) => void;
    readonly onLost: (reason: string) => void;
    /** Narrows the subscription, so that thousands of watches of single objects do not look at each event. */
    readonly scope?: Scope;
  }): Subscription | 'expired';
  /** The newest revision that the cache has seen of the whole store, also when no object of this resource changed. Never throws. */
  revision(): Revision;
  /** The oldest revision `subscribe` accepts. */
  oldest(): Revision;
}
