// The watch cache of one resource: its current objects, its recent changes, its subscribers. Fed by `watch-cache.ts`, which
// owns the progress; everything here happens at once.

import { EncodedCachedObject, type ObjectShape } from './tree/cached-object.ts';
import type { CacheProgress } from './cache-progress.ts';
import type { HistoryLimits } from './event-history.ts';
import { NewestObjects } from './tree/newest-objects.ts';
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
import { Loaded } from './loaded.ts';
import { Loading } from './loading.ts';
import { Reshaped } from './reshaped.ts';
import { ResourcePast } from './resource-past.ts';
import { inScope, Subscriptions } from './subscriptions.ts';
import { UnreadableObjects } from './unreadable-objects.ts';

export class CachedResource implements ResourceCache {
  #shape: ObjectShape;
  readonly #progress: CacheProgress;
  readonly #subscriptions: Subscriptions;
  readonly #newest: NewestObjects;
  readonly #past: ResourcePast;
  readonly #ready = new Loaded();
  #unreadable: UnreadableObjects;
  /** An object was not readable, so the history lacks its changes. */
  #gap = false;
  /** 0: nothing is loaded yet, or the cache was stopped. */
  #loaded: Revision = 0;
  #closed: CacheClosedError | undefined;

  constructor(shape: ObjectShape, progress: CacheProgress, limits: HistoryLimits) {
    this.#shape = shape;
    this.#progress = progress;
    this.#subscriptions = new Subscriptions((error) => progress.onDefect(error));
    this.#newest = new NewestObjects(progress.forms, progress.selections);
    this.#past = new ResourcePast(this.#newest, limits);
    this.#unreadable = new UnreadableObjects(() => progress.now());
  }

  get shape(): ObjectShape {
    return this.#shape;
  }

  get prefix(): string {
    return this.#shape.prefix;
  }

  /** Grows with each change of any object of this resource; equal: nothing changed. No revision: a store may go back. */
  changes(): number {
    this.#progress.settle();
    return this.#newest.changes;
  }

  /** Whether it shows objects, if only of a past state. */
  get isLoaded(): boolean {
    return this.#loaded > 0;
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
    return this.#past.oldest(this.#progress.now());
  }

  getIfFresh(key: string, revision: Revision): EncodedCachedObject | undefined | 'behind' {
    if (this.#loaded === 0 || this.revision() < revision || this.#unreadable.size > 0) return 'behind';
    return this.#newest.get(key);
  }

  current(): Snapshot {
    this.#requireOpen();
    const revision = this.revision();
    return this.#newest.snapshot().at(revision);
  }

  at(revision: Revision): Snapshot | 'expired' | 'future' {
    this.#requireOpen();
    if (revision > this.revision()) return 'future';
    if (this.#loaded === 0) return 'expired';
    if (revision >= this.#newest.revision) return this.#newest.snapshot().at(revision);
    if (revision < this.oldest()) return 'expired';
    return this.#past.viewAt(revision).at(revision);
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
    const missed = this.#past.runsSince(after);
    // A version of the future: nothing up to it is delivered.
    const deliver = after <= this.revision() ? onEvents : skipUpTo(after, onEvents);
    const subscription = this.#subscriptions.add({ onEvents: deliver, onLost }, scope);
    for (const run of missed) {
      const events = inScope(run, scope);
      if (events.length > 0) onEvents(events);
    }
    return subscription;
  }

  /** Replaces all objects with those as of `revision`. Existing watchers lose the sequence (`onLost`). */
  load(entries: Iterable<Entry>, revision: Revision): void {
    const loading = this.loading();
    for (const entry of entries) loading.add(entry);
    loading.show(revision);
  }

  /** The same with entries that come one after the other, so that they are never all in memory; until `show` nothing changes. */
  loading(): Loading {
    const begunAs = this.#shape;
    return new Loading({
      objectOf: (entry) => this.#objectOf(entry),
      onUnreadable: (error) => this.#progress.onUnreadable(error),
      show: (loading, revision) => {
        this.#show(loading, revision);
        // Changed while it was loaded: some objects are read by the shape before.
        if (readsOtherwise(begunAs, this.#shape)) this.#reshape();
      },
      now: () => this.#progress.now(),
    });
  }

  #show({ tree, unreadable }: Loading, revision: Revision): void {
    if (this.#closed !== undefined) return;
    this.lose('the watch cache was reloaded');
    this.#newest.replace(tree, revision);
    this.#past.beginAt(revision);
    this.#unreadable = unreadable;
    this.#gap = unreadable.size > 0;
    this.#loaded = revision;
  }

  #objectOf({ key, revision, value, fault }: Entry): EncodedCachedObject | UnreadableValueError {
    if (fault !== undefined) return fault;
    try {
      return EncodedCachedObject.of(key, revision, value, this.#shape, this.#newest.forms);
    } catch {
      return undecodable(key);
    }
  }

  /**
   * The resource was changed: its watches end, and those that resume lose nothing. Forms that were made of its objects are let
   * go. Objects are read by the new shape; holders of an older snapshot see them as they were.
   */
  change(shape: ObjectShape): void {
    if (this.#closed !== undefined) return;
    this.#progress.settle();
    this.lose('the resource was changed');
    this.#newest.letFormsGo();
    const before = this.#shape;
    this.#shape = shape;
    if (readsOtherwise(before, shape)) this.#reshape();
  }

  /** Every object, and every one in the history, is read by the shape of now. */
  #reshape(): void {
    const shape = this.#shape;
    const reshaped = new Reshaped(shape, this.#newest.forms);
    const tree = ObjectTree.empty();
    for (const object of this.#newest) tree.set(object.key, reshaped.newest(object));
    this.#past.map((event) => reshaped.event(event));
    this.#newest.replace(tree, this.#newest.revision);
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
    this.#newest.changed(last);
    if (this.#gap && this.#unreadable.size === 0) {
      // There are no subscribers. Clients that come list first.
      this.#past.beginAt(last);
      this.#gap = false;
      return events;
    }
    this.#past.append(events, this.#progress.now());
    return events;
  }

  /** What the changes took the place of keeps its forms until here: of a removed object they are shown once more. */
  publish(events: readonly CacheEvent[]): void {
    if (events.length > 0) this.#subscriptions.publish(events);
    for (const { previous } of events) if (previous !== undefined) this.#newest.leave(previous as EncodedCachedObject);
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
    this.#newest.close();
    this.#past.beginAt(0);
    this.#unreadable.clear();
    this.#loaded = 0;
    this.#progress.selections.forgetUnder(this.prefix);
  }

  lose(reason: string): void {
    this.#subscriptions.lose(reason);
  }

  /** Undefined: there is nothing to tell, because what is there, or was, cannot be read. */
  #applyOne(change: Change): CacheEvent | undefined {
    const { revision, key, value } = change;
    const object = value === undefined ? undefined : this.#objectOf(change as Entry);
    if (object instanceof UnreadableValueError) {
      this.#lack(object);
      return undefined;
    }
    if (this.#unreadable.delete(key) && object === undefined) return undefined;
    const previous = object === undefined ? this.#newest.delete(key) : this.#newest.set(key, object);
    // The history keeps it, and must not keep a whole block.
    previous?.detach();
    const removed = object === undefined ? previous?.removedAt(revision) : undefined;
    return { revision, key, object, previous, removed };
  }

  /** Watchers would miss the change, so they have to restart when the object can be read. */
  #lack(error: UnreadableValueError): void {
    const before = this.#newest.delete(error.key);
    if (before !== undefined) this.#newest.leave(before);
    this.#unreadable.add(error);
    this.#progress.onUnreadable(error);
    this.#gap = true;
    this.lose('an object cannot be read');
  }
}

function readsOtherwise(one: ObjectShape, other: ObjectShape): boolean {
  return one.project !== other.project || one.namespaced !== other.namespaced || one.typedItems !== other.typedItems;
}

function skipUpTo(after: Revision, onEvents: (events: readonly CacheEvent[]) => void) {
  return (events: readonly CacheEvent[]): void => {
    const later = events.filter((event) => event.revision > after);
    if (later.length > 0) onEvents(later);
  };
}
