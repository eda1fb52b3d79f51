// The watch cache: one follower of the store's log for all resources, which hands every change to the cache of its resource
// by key prefix. After a start it replays the log as far as it reaches, so that clients resume their watches across a
// restart. When the log is lost the cache is reloaded at the latest revision, so that no reader sees an older state than
// before. Callers that decide by its objects wait until it follows the log again.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import type { ObjectShape } from './tree/cached-object.ts';
import type { CacheProgress } from './cache-progress.ts';
import { CatchUp } from './catch-up.ts';
import { CachedResource } from './cached-resource.ts';
import { JoiningResources } from './joining-resources.ts';
import { Loaded } from './loaded.ts';
import { loadPages, oldestRevision } from './load-pages.ts';
import { StoreFollower } from './store-follower.ts';
import { defaultHistoryLimits, type HistoryLimits } from './event-history.ts';
import { collectionOf, registryRoot } from '../format/keys.ts';
import { FormMemory } from './tree/object-forms.ts';
import { RevisionWaiters } from '../format/revision-waiters.ts';
import { CacheClosedError, type CacheEvent, type Waiting } from '../contract/resource-cache.ts';
import { rereadLoop } from './reread-loop.ts';
import { SelectionCache } from './tree/selection-cache.ts';
import { type Change, CompactedError, type Revision, type Store, StoreUnavailableError } from '../contract/store.ts';

export interface WatchCacheOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Bounds of the history of each resource. Default: 5 minutes, 102 400 events, 32 MiB. */
  readonly history?: HistoryLimits;
  /** How long `consistent` waits for the cache to catch up. Default 3000. */
  readonly catchUpMilliseconds?: number;
}

/** Milliseconds before a retry after a failure of the store. */
const retryMilliseconds = 200;

export class WatchCache implements Loop {
  readonly name = 'watch-cache';
  /** Of all resources. A separate loop; without it events are never dropped because of their age. */
  readonly selections: SelectionCache;
  /** A separate loop; without it unreadable objects stay missing until they are written. */
  readonly rereader: Loop;
  /** Of the objects of all resources. */
  readonly forms: FormMemory;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #history: HistoryLimits;
  readonly #resources = new Map<string, CachedResource>();
  /** Resources that came after the start. */
  readonly #joining: JoiningResources;
  readonly #follower: StoreFollower;
  readonly #waiters: RevisionWaiters;
  readonly #progress: CacheProgress;
  readonly #catchUp: CatchUp;
  #revision: Revision = 0;
  /** Everything that was acknowledged before the store was followed is shown. Another one after each loss of the store. */
  #fresh = new Loaded();
  /** Ready when this revision is reached; undefined: nothing is loaded yet. */
  #target: Revision | undefined;
  #ready = false;
  #signal: AbortSignal | undefined;

  constructor(options: WatchCacheOptions) {
    const { store, clock, log, history = defaultHistoryLimits, catchUpMilliseconds = 3000 } = options;
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#history = history;
    this.#waiters = new RevisionWaiters(clock);
    this.selections = new SelectionCache(clock);
    this.forms = new FormMemory(clock);
    this.#joining = new JoiningResources({ store, clock, log, waiters: this.#waiters });
    this.#follower = new StoreFollower(store, {
      revision: () => this.#revision,
      apply: (changes) => this.#apply(changes),
      advance: (revision) => this.#advance(revision),
    });
    this.rereader = rereadLoop({
      resources: () => this.#resources.values(),
      load: (resource) => {
        if (!this.#joining.has(resource)) this.#joining.join(resource);
      },
      store,
      clock,
    });
    const catchUp = new CatchUp({ store, clock, waiters: this.#waiters, milliseconds: catchUpMilliseconds });
    this.#catchUp = catchUp;
    const settle = (): void => this.#follower.settle();
    this.#progress = {
      settle,
      revision: () => this.#revision,
      now: () => clock.monotonic(),
      selections: this.selections,
      forms: this.forms,
      onUnreadable: ({ key, message }) => log.error('a stored object cannot be read', { key, reason: message }),
      onDefect: (error) => log.error('a subscriber of the watch cache failed', { error }),
      reached: (revision, timeout, signal) => this.#waiters.reached(revision, timeout, signal),
      soon: (ready, signal) => catchUp.soon(ready, signal),
      consistent: (waiting) => catchUp.consistent(this.#revision, settle, waiting?.signal),
    };
  }

  /** Those of all resources, in the order in which they came. */
  get caches(): Iterable<CachedResource> {
    return this.#resources.values();
  }

  /** The cache of the resource whose objects are under this prefix; undefined: there is no such resource. */
  cacheOf(prefix: string): CachedResource | undefined {
    return this.#resources.get(prefix);
  }

  /** The cache of one resource, made on the first call. Resources known before `run` load together; later ones on their own. */
  cacheFor(shape: ObjectShape): CachedResource {
    const known = this.#resources.get(shape.prefix);
    if (known !== undefined) return known;
    if (collectionOf(shape.prefix) !== shape.prefix)
      throw new TypeError(`${shape.prefix} is no prefix of a collection`);
    const resource = new CachedResource(shape, this.#progress, this.#history);
    this.#resources.set(shape.prefix, resource);
    if (this.#signal?.aborted === true) resource.stop('the server is stopping');
    else if (this.#target !== undefined) this.#joining.join(resource);
    return resource;
  }

  /**
   * Resolves once the caches show everything that was acknowledged before now, as far as the store has reported it; no promise:
   * they do. They do not before the first state is loaded, and while the store is lost: its objects may be those of minutes ago
   * then, and must not be decided by. Rejects with a StoreUnavailableError after the time that readers wait, with a
   * CacheClosedError when the server stops, and when the signal aborts.
   */
  whenFresh(waiting?: Waiting): Promise<void> | void {
    return this.#fresh.reached ? undefined : this.#catchUp.soon(this.#fresh.promise, waiting?.signal);
  }

  /** The resource was changed, or is one more view of the same objects: see there. Unknown prefixes: no effect. */
  change(shape: ObjectShape): void {
    this.#resources.get(shape.prefix)?.change(shape);
  }

  /** The resource is no longer served: its watches end. Unknown prefixes: no effect. */
  forget(prefix: string, reason: string): void {
    const resource = this.#resources.get(prefix);
    this.#resources.delete(prefix);
    if (resource === undefined) return;
    this.#joining.delete(resource);
    resource.stop(reason);
  }

  /** Loads, then follows until the signal aborts. Retries when the store fails; watches end only when the log is lost. */
  async run(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    this.#joining.runUntil(signal);
    while (!signal.aborted) {
      try {
        if (this.#target === undefined) await this.#load();
        await this.#follow(signal);
      } catch (error) {
        if (signal.aborted) break;
        if (this.#fresh.reached) this.#fresh = new Loaded();
        // What follows is no longer known, or the store says that it is not the one it was: it went back, or was replaced.
        if (error instanceof CompactedError || error instanceof StoreUnavailableError) this.#target = undefined;
        this.#log.warn('the watch cache lost the store', { error, loadsAnew: this.#target === undefined });
        await this.#clock.sleep(retryMilliseconds, signal).catch(() => {});
      }
    }
    this.#follower.settle();
    for (const resource of this.#resources.values()) resource.stop('the server is stopping');
    this.#fresh.fail(new CacheClosedError('the server is stopping'));
    this.#waiters.stop();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    try {
      await this.#follower.follow(signal, () => void this.#freshen(this.#fresh, over.signal));
    } finally {
      over.abort();
    }
  }

  /**
   * The store hands over commits before it acknowledges them, from now on. Those that it acknowledged earlier are waited for:
   * they may be later than what was loaded.
   */
  async #freshen(fresh: Loaded, signal: AbortSignal): Promise<void> {
    while (!fresh.reached && !signal.aborted) {
      try {
        const latest = await this.#store.latest();
        const isReached = await this.#waiters.reached(latest, Number.POSITIVE_INFINITY, signal);
        if (isReached && !signal.aborted) fresh.reach();
      } catch {
        await this.#clock.sleep(retryMilliseconds, signal).catch(() => {});
      }
    }
  }

  /**
   * For the first time everything as of the oldest revision from which the log can be replayed: the replay then fills the
   * histories. Later the latest state: what has been shown must not come back, and no watch resumes from before the loss.
   */
  async #load(): Promise<void> {
    const latest = await this.#store.latest();
    const oldest = this.#revision > 0 ? undefined : await oldestRevision(this.#store, registryRoot);
    const wanted = oldest === undefined ? undefined : Math.max(oldest, latest - this.#history.events, 1);
    const loadings = new Map(Array.from(this.#resources.values(), (resource) => [resource, resource.loading()]));
    const range = { prefix: registryRoot, ...(wanted === undefined ? {} : { revision: wanted }) };
    const base = await loadPages(this.#store, range, (entry) => {
      const resource = this.#resources.get(collectionOf(entry.key) ?? '');
      if (resource !== undefined) loadings.get(resource)?.add(entry);
    });
    this.#ready = false;
    this.#follower.forget();
    this.#joining.clear();
    this.#revision = base;
    this.#target = wanted === undefined ? base : latest;
    for (const resource of this.#resources.values()) {
      const loading = loadings.get(resource);
      // One that came while the pages did.
      if (loading === undefined) this.#joining.join(resource);
      else loading.show(base);
    }
    this.#advance(base);
  }

  #apply(changes: readonly Change[]): void {
    const last = changes.at(-1);
    if (last === undefined) return;
    const events: [CachedResource, readonly CacheEvent[]][] = [];
    for (const [resource, own] of this.#byResource(changes)) {
      if (!this.#joining.hold(resource, own)) events.push([resource, resource.apply(own)]);
    }
    this.#revision = Math.max(this.#revision, last.revision);
    for (const [resource, own] of events) resource.publish(own);
    this.#advance(this.#revision);
  }

  #byResource(changes: readonly Change[]): Map<CachedResource, Change[]> {
    const byResource = new Map<CachedResource, Change[]>();
    for (const change of changes) {
      const resource = this.#resources.get(collectionOf(change.key) ?? '');
      if (resource === undefined) continue;
      const own = byResource.get(resource);
      if (own === undefined) byResource.set(resource, [change]);
      else own.push(change);
    }
    return byResource;
  }

  #advance(revision: Revision): void {
    this.#revision = Math.max(this.#revision, revision);
    if (!this.#ready && this.#target !== undefined && this.#revision >= this.#target) {
      this.#ready = true;
      for (const resource of this.#resources.values()) if (!this.#joining.has(resource)) resource.markReady();
    }
    this.#waiters.advance(this.#revision);
  }
}
