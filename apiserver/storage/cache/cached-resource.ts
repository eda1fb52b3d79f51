// The watch cache of one resource: its current objects, its recent changes, its subscribers. Fed by `watch-cache.ts`, which
// owns the progress; everything here happens at once.

import { EncodedCachedObject, type ObjectShape } from './tree/cached-object.ts';
import { EventHistory, type HistoryLimits } from './event-history.ts';
import type { FormMemory, ResourceForms } from './tree/object-forms.ts';
import { ObjectTree } from './tree/object-tree.ts';
import {
  type CacheEvent,
  CacheClosedError,
  type CacheFault,
  type ResourceCache,
  type Snapshot,
  type Subscription,
  type Waiting,
} from '../contract/resource-cache.ts';
import { type Change, type Entry, type Revision, UnreadableValueError } from '../contract/store.ts';
import { undecodable } from '../format/stored-object.ts';
import type { SelectionCache } from './tree/selection-cache.ts';
import { Loaded } from './loaded.ts';
import { Reshaped } from './reshaped.ts';
import { inScope, Subscriptions } from './subscriptions.ts';
import { TreeSnapshot } from './tree/tree-snapshot.ts';
import { UnreadableObjects } from './unreadable-objects.ts';

/** What a resource's cache asks of the whole. */
export interface CacheProgress {
  /** Takes in what the store handed over. To be called before anybody is shown anything. */
  settle(): void;
  revision(): Revision;
  reached(revision: Revision, timeoutMilliseconds: number, signal?: AbortSignal): Promise<boolean>;
  /** Rejects as `ready` does, when the signal aborts, or when it takes longer than readers wait for the newest state. */
  soon(ready: Promise<void>, signal: AbortSignal | undefined): Promise<void>;
  consistent(waiting?: Waiting): Promise<void> | void;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Of all resources. */
  readonly selections: SelectionCache;
  /** Of all resources. */
  readonly forms: FormMemory;
  /** An object cannot be shown. */
  onUnreadable(error: UnreadableValueError): void;
  /** A subscriber threw. It alone has lost its events. */
  onDefect(error: unknown): void;
}

/** A new state that is being put together. */
export interface Loading {
  add(entry: Entry): void;
  /** From now on the resource shows what was added, as of `revision`. Once. */
  show(revision: Revision): void;
}

/** A tree is kept every so many events, so that an older view needs at most this many steps back. */
const eventsPerCheckpoint = 4096;
/** Older views kept for the next chunk of the same list. */
const keptViews = 16;

export class CachedResource implements ResourceCache {
  #shape: ObjectShape;
  readonly #progress: CacheProgress;
  readonly #limits: HistoryLimits;
  readonly #subscriptions: Subscriptions;
  readonly #forms: ResourceForms;
  readonly #ready = new Loaded();
  #tree: ObjectTree = ObjectTree.empty();
  #history: EventHistory;
  /** A snapshot of `#tree` that readers may hold; undefined: the tree may be changed in place. */
  #shared: TreeSnapshot | undefined;
  #checkpoints: TreeSnapshot[] = [];
  #sinceCheckpoint = 0;
  readonly #views = new Map<Revision, TreeSnapshot>();
  #unreadable: UnreadableObjects;
  /** An object was not readable, so the history lacks its changes. */
  #gap = false;
  /** 0: nothing is loaded yet, or the cache was stopped. */
  #loaded: Revision = 0;
  #closed: CacheClosedError | undefined;
  #changed: Revision = 0;

  constructor(shape: ObjectShape, progress: CacheProgress, limits: HistoryLimits) {
    this.#shape = shape;
    this.#progress = progress;
    this.#limits = limits;
    this.#subscriptions = new Subscriptions((error) => progress.onDefect(error));
    this.#forms = progress.forms.add(() => {
      for (const object of this.#objects()) object.letFormsGo();
    });
    this.#history = new EventHistory(limits, 0);
    this.#unreadable = new UnreadableObjects(() => progress.now());
  }

  get shape(): ObjectShape {
    return this.#shape;
  }

  get prefix(): string {
    return this.#shape.prefix;
  }

  /** The revision of the last change of any object of this resource, as far as this cache saw; equal: nothing changed. */
  changed(): Revision {
    this.#progress.settle();
    return this.#changed;
  }

  get subscribers(): number {
    return this.#subscriptions.size;
  }

  ready(): Promise<void> {
    return this.#ready.promise;
  }

  fault(): CacheFault | undefined {
    this.#progress.settle();
    return this.#unreadable.size === 0 ? undefined : this.#unreadable.fault();
  }

  /** Keys of the objects that cannot be read. */
  unreadable(): readonly string[] {
    return [...this.#unreadable.keys()];
  }

  canRead(entry: Entry): boolean {
    return !(this.#objectOf(entry) instanceof UnreadableValueError);
  }

  revision(): Revision {
    this.#progress.settle();
    return this.#progress.revision();
  }

  oldest(): Revision {
    this.#requireOpen();
    this.#progress.settle();
    this.#history.trim(this.#progress.now());
    return this.#history.oldest;
  }

  getIfFresh(key: string, revision: Revision): EncodedCachedObject | undefined | 'behind' {
    if (this.#loaded === 0 || this.revision() < revision || this.#unreadable.size > 0) return 'behind';
    return this.#tree.get(key);
  }

  current(): Snapshot {
    this.#requireOpen();
    const revision = this.revision();
    return this.#current().at(revision);
  }

  at(revision: Revision): Snapshot | 'expired' | 'future' {
    this.#requireOpen();
    if (revision > this.revision()) return 'future';
    if (this.#loaded === 0) return 'expired';
    if (revision >= this.#changed) return this.#current().at(revision);
    if (revision < this.oldest()) return 'expired';
    return this.#viewAt(revision).at(revision);
  }

  async waitUntilFresh(revision: Revision, timeoutMilliseconds: number, signal?: AbortSignal): Promise<boolean> {
    if (!this.#ready.reached) await this.#progress.soon(this.#ready.promise, signal);
    this.#progress.settle();
    const reached = await this.#progress.reached(revision, timeoutMilliseconds, signal);
    this.#requireOpen();
    return reached;
  }

  consistent(waiting?: Waiting): Promise<void> | void {
    return this.#ready.reached ? this.#progress.consistent(waiting) : this.#consistentOnceReady(waiting);
  }

  async #consistentOnceReady(waiting: Waiting | undefined): Promise<void> {
    await this.#progress.soon(this.#ready.promise, waiting?.signal);
    await this.#progress.consistent(waiting);
  }

  #requireOpen(): void {
    if (this.#closed !== undefined) throw this.#closed;
  }

  subscribe(options: Parameters<ResourceCache['subscribe']>[0]): Subscription | 'expired' {
    const { after, onEvents, onLost, scope } = options;
    if (after < this.oldest() || this.#loaded === 0 || this.#unreadable.size > 0) return 'expired';
    const missed = this.#history.runsSince(after);
    // A version of the future: nothing up to it is delivered.
    const deliver = after <= this.revision() ? onEvents : skipUpTo(after, onEvents);
    const subscription = this.#subscriptions.add({ onEvents: deliver, onLost }, scope);
    for (const run of missed) {
      const events = inScope(run, scope);
      if (events.length > 0) onEvents(events);
    }
    return subscription;
  }

  /** Starts anew with the objects as of `revision`. Existing watchers have lost the sequence. */
  load(entries: Iterable<Entry>, revision: Revision): void {
    const loading = this.loading();
    for (const entry of entries) loading.add(entry);
    loading.show(revision);
  }

  /** The same with entries that come one after the other, so that they are never all in memory; until `show` nothing changes. */
  loading(): Loading {
    const tree = ObjectTree.empty();
    const unreadable = new UnreadableObjects(() => this.#progress.now());
    return {
      add: (entry) => {
        const object = this.#objectOf(entry);
        if (object instanceof UnreadableValueError) {
          this.#progress.onUnreadable(object);
          unreadable.add(object);
        } else {
          tree.set(entry.key, object);
        }
      },
      show: (revision) => this.#show(tree, unreadable, revision),
    };
  }

  #show(tree: ObjectTree, unreadable: UnreadableObjects, revision: Revision): void {
    if (this.#closed !== undefined) return;
    this.lose('the watch cache was loaded anew');
    this.#replaceTree(tree);
    this.#history = new EventHistory(this.#limits, revision);
    this.#unreadable = unreadable;
    this.#gap = unreadable.size > 0;
    this.#loaded = revision;
    this.#changed = revision;
  }

  #objectOf({ key, revision, value, fault }: Entry): EncodedCachedObject | UnreadableValueError {
    if (fault !== undefined) return fault;
    try {
      return EncodedCachedObject.of(key, revision, value, this.#shape, this.#forms);
    } catch {
      return undecodable(key);
    }
  }

  #replaceTree(tree: ObjectTree): void {
    for (const object of this.#objects()) this.#leave(object);
    this.#tree = tree;
    this.#shared = undefined;
    for (const { size } of this.#objects()) this.#forms.stored(size);
    this.#forgetViews();
  }

  #forgetViews(): void {
    this.#checkpoints = [];
    this.#sinceCheckpoint = 0;
    this.#views.clear();
  }

  /**
   * The resource was changed: its watches end, and those that resume lose nothing. Forms that were made of its objects are let
   * go. Objects are read by the new shape; whoever holds an older snapshot sees them as they were.
   */
  change(shape: ObjectShape): void {
    if (this.#closed !== undefined) return;
    this.#progress.settle();
    this.lose('the resource was changed');
    for (const object of this.#objects()) object.letFormsGo();
    const before = this.#shape;
    if (before.project === shape.project && before.namespaced === shape.namespaced) return;
    this.#shape = shape;
    const reshaped = new Reshaped(shape, this.#forms);
    const tree = ObjectTree.empty();
    for (const object of this.#objects()) tree.set(object.key, reshaped.newest(object));
    const history = this.#history.map((event) => reshaped.event(event));
    this.#replaceTree(tree);
    this.#history = history;
  }

  /** Takes changes of this resource in; answers the events, which `publish` hands out once every resource is up to date. */
  apply(changes: readonly Change[]): readonly CacheEvent[] {
    const events: CacheEvent[] = [];
    let last: Revision = 0;
    for (const change of changes) {
      if (change.revision <= this.#loaded) continue;
      last = change.revision;
      const event = this.#applyOne(change);
      if (event !== undefined) events.push(event);
    }
    if (last === 0) return events;
    this.#changed = last;
    if (this.#gap && this.#unreadable.size === 0) {
      // There are no subscribers. Clients that come list first.
      this.#forgetPast(last);
      return events;
    }
    this.#history.append(events, this.#progress.now());
    this.#sinceCheckpoint += events.length;
    if (this.#sinceCheckpoint >= eventsPerCheckpoint) this.#checkpoint();
    return events;
  }

  /** No watch can continue from before this revision, and no view is older. */
  #forgetPast(revision: Revision): void {
    this.#forgetViews();
    this.#history = new EventHistory(this.#limits, revision);
    this.#gap = false;
  }

  /** What the changes took the place of keeps its forms until here: of a removed object they are shown once more. */
  publish(events: readonly CacheEvent[]): void {
    if (events.length > 0) this.#subscriptions.publish(events);
    for (const { previous } of events) if (previous !== undefined) this.#leave(previous as EncodedCachedObject);
  }

  markReady(): void {
    this.#ready.reach();
  }

  /** No event is delivered from here on, and nothing is shown. The memory of the objects is given back. Repeatable. */
  stop(reason: string): void {
    if (this.#closed !== undefined) return;
    this.#closed = new CacheClosedError(reason);
    this.#ready.fail(this.#closed);
    this.lose(reason);
    this.#replaceTree(ObjectTree.empty());
    this.#history = new EventHistory(this.#limits, 0);
    this.#unreadable.clear();
    this.#loaded = 0;
    this.#progress.forms.remove(this.#forms);
    this.#progress.selections.forgetUnder(this.prefix);
  }

  lose(reason: string): void {
    this.#subscriptions.lose(reason);
  }

  /** Undefined: there is nothing to tell, because what is there, or was, cannot be read. */
  #applyOne(change: Change): CacheEvent | undefined {
    const { revision, key, value } = change;
    const tree = this.#ownTree();
    const object = value === undefined ? undefined : this.#objectOf(change as Entry);
    if (object instanceof UnreadableValueError) {
      this.#lack(object);
      return undefined;
    }
    if (this.#unreadable.delete(key) && object === undefined) return undefined;
    if (object !== undefined) this.#forms.stored(object.size);
    const previous = object === undefined ? tree.delete(key) : tree.set(key, object);
    // The history keeps it, and must not keep a whole block.
    previous?.detach();
    const removed = object === undefined ? previous?.removedAt(revision) : undefined;
    return { revision, key, object, previous, removed };
  }

  /** Watchers would miss the change, so they have to begin anew once the object can be read. */
  #lack(error: UnreadableValueError): void {
    const before = this.#tree.delete(error.key);
    if (before !== undefined) this.#leave(before);
    this.#unreadable.add(error);
    this.#progress.onUnreadable(error);
    this.#gap = true;
    this.lose('an object cannot be read');
  }

  *#objects(): Iterable<EncodedCachedObject> {
    for (const { objects } of this.#tree.leaves) yield* objects;
  }

  /** The object is no longer among the newest. */
  #leave(object: EncodedCachedObject): void {
    this.#forms.stored(-object.size);
    object.retire();
  }

  /** The tree, no longer shared with a snapshot. */
  #ownTree(): ObjectTree {
    if (this.#shared !== undefined) {
      this.#tree = this.#shared.copy();
      this.#shared = undefined;
    }
    return this.#tree;
  }

  #current(): TreeSnapshot {
    this.#shared ??= new TreeSnapshot(this.#changed, this.#tree, this.#progress.selections);
    return this.#shared;
  }

  #checkpoint(): void {
    this.#checkpoints.push(this.#current());
    this.#sinceCheckpoint = 0;
    const oldest = this.#history.oldest;
    this.#checkpoints = this.#checkpoints.filter((checkpoint) => checkpoint.revision > oldest);
  }

  /** A view between the oldest event and the newest: the next later tree, and the events after the view undone. */
  #viewAt(revision: Revision): TreeSnapshot {
    const shown = this.#history.lastUpTo(revision) ?? this.#history.oldest;
    const kept = this.#views.get(shown);
    if (kept !== undefined) return kept;
    const base = this.#checkpoints.find((checkpoint) => checkpoint.revision >= shown) ?? this.#current();
    const tree = base.past();
    for (const event of [...this.#history.since(shown)].reverse()) {
      if (event.revision > base.revision) continue;
      if (event.previous === undefined) tree.delete(event.key);
      else tree.set(event.key, event.previous as EncodedCachedObject);
    }
    const view = new TreeSnapshot(shown, tree);
    this.#views.set(shown, view);
    for (const old of this.#views.keys()) {
      if (this.#views.size <= keptViews) break;
      this.#views.delete(old);
    }
    return view;
  }
}

function skipUpTo(after: Revision, onEvents: (events: readonly CacheEvent[]) => void) {
  return (events: readonly CacheEvent[]): void => {
    const later = events.filter((event) => event.revision > after);
    if (later.length > 0) onEvents(later);
  };
}
