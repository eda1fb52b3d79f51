// The watch cache: one follower of the store's log for all resources, which hands every change to the cache of its resource
// by key prefix. After a start it replays the log as far as it reaches, so that clients resume their watches across a
// restart.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Loop } from '../../../shared/process/loop/loop.ts';
import { mapMaybePromise } from '../../../shared/process/async/maybe-promise.ts';
import type { ObjectShape } from './tree/cached-object.ts';
import type { CacheProgress } from './cache-progress.ts';
import { CachedResource } from './cached-resource.ts';
import type { Loading } from './loading.ts';
import { defaultHistoryLimits, type HistoryLimits } from './event-history.ts';
import { collectionOf, registryRoot } from '../format/keys.ts';
import { FormMemory } from './tree/object-forms.ts';
import { RevisionWaiters } from '../format/revision-waiters.ts';
import type { CacheEvent } from '../contract/resource-cache.ts';
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

/** Entries of one page when loading. */
const pageSize = 10_000;
/** Milliseconds before the store is asked again after it failed. */
const retryMilliseconds = 200;

export class WatchCache implements Loop {
  readonly name = 'watch-cache';
  /** Of all resources. A loop of its own, without which nothing is forgotten for its age. */
  readonly selections: SelectionCache;
  /** A loop of its own, without which objects that could not be read stay away until they are written. */
  readonly rereader: Loop;
  /** Of the objects of all resources. */
  readonly forms: FormMemory;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #history: HistoryLimits;
  readonly #resources = new Map<string, CachedResource>();
  /** Resources that came after the start, with the changes that wait until they are loaded. */
  readonly #joining = new Map<CachedResource, Change[]>();
  readonly #waiters: RevisionWaiters;
  readonly #progress: CacheProgress;
  #revision: Revision = 0;
  /** Ready when this revision is reached; undefined: nothing is loaded yet. */
  #target: Revision | undefined;
  #ready = false;
  #signal: AbortSignal | undefined;
  /** Handed over by the store, not taken in yet. */
  #handed: (readonly Change[])[] = [];
  /** Nothing up to this revision is still to be handed over. */
  #told: Revision = 0;
  /** Ends the following of the store with an error. */
  #lose: (error: unknown) => void = () => {};

  constructor(options: WatchCacheOptions) {
    const { store, clock, log, history = defaultHistoryLimits, catchUpMilliseconds = 3000 } = options;
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#history = history;
    this.#waiters = new RevisionWaiters(clock);
    this.selections = new SelectionCache(clock);
    this.forms = new FormMemory(clock);
    this.rereader = rereadLoop({
      resources: () => this.#resources.values(),
      load: (resource) => {
        if (!this.#joining.has(resource)) this.#join(resource);
      },
      store,
      clock,
    });
    this.#progress = {
      settle: () => this.#settle(),
      revision: () => this.#revision,
      now: () => clock.monotonic(),
      selections: this.selections,
      forms: this.forms,
      onUnreadable: ({ key, message }) => log.error('a stored object cannot be read', { key, reason: message }),
      onDefect: (error) => log.error('a subscriber of the watch cache failed', { error }),
      reached: (revision, timeout, signal) => this.#waiters.reached(revision, timeout, signal),
      soon: (ready, signal) => this.#soon(ready, catchUpMilliseconds, signal),
      consistent: (waiting) => {
        const known = this.#revision;
        return mapMaybePromise(store.latest(), (latest) => {
          if (latest < known) {
            const message = `the store went back from revision ${known} to ${latest}`;
            throw new StoreUnavailableError(message, { refused: true });
          }
          this.#settle();
          return this.#waiters.has(latest) ? undefined : this.#caughtUp(latest, catchUpMilliseconds, waiting?.signal);
        });
      },
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
    else if (this.#target !== undefined) this.#join(resource);
    return resource;
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

  /** Loads, then follows until the signal aborts. A store that fails is asked again; watches only end when the log is lost. */
  async run(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    while (!signal.aborted) {
      try {
        if (this.#target === undefined) await this.#load();
        await this.#follow(signal);
      } catch (error) {
        if (signal.aborted) break;
        // What follows is no longer known, or the store says that it is not the one it was: it went back, or was replaced.
        if (error instanceof CompactedError || error instanceof StoreUnavailableError) this.#target = undefined;
        this.#log.warn('the watch cache lost the store', { error, loadsAnew: this.#target === undefined });
        await this.#clock.sleep(retryMilliseconds, signal).catch(() => {});
      }
    }
    this.#settle();
    for (const resource of this.#resources.values()) resource.stop('the server is stopping');
    this.#waiters.stop();
  }

  /** Resolves when the signal aborts, rejects when the store or the cache fails. */
  #follow(signal: AbortSignal): Promise<void> {
    this.#settle();
    this.#told = 0;
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
        after: this.#revision,
        signal: over.signal,
        onChanges: (changes) => this.#hand(changes),
        onProgress: (revision) => this.#tell(revision),
      });
      following.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
    });
  }

  /**
   * The changes are taken in at the end of this turn of the event loop, when their writers were answered; sooner when anybody
   * looks, so that no reader sees the cache without them.
   */
  #hand(changes: readonly Change[]): void {
    if (this.#handed.push(changes) === 1) setImmediate(() => this.#settle());
  }

  #tell(revision: Revision): void {
    this.#told = revision;
    if (this.#handed.length === 0) this.#advance(revision);
  }

  #settle(): void {
    const handed = this.#handed;
    if (handed.length === 0) return;
    this.#handed = [];
    try {
      for (const changes of handed) this.#apply(changes);
      this.#advance(this.#told);
    } catch (error) {
      this.#lose(error);
    }
  }

  async #soon(ready: Promise<void>, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const over = new AbortController();
    const ended = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
    const tooLate = this.#clock.sleep(milliseconds, ended).then(() => {
      throw new StoreUnavailableError('the watch cache was not loaded in time', { refused: true });
    });
    try {
      await Promise.race([ready, tooLate]);
    } finally {
      tooLate.catch(() => {});
      over.abort();
    }
  }

  /** Rejects when the signal aborts, or when it takes too long. */
  async #caughtUp(latest: Revision, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    if (await this.#waiters.reached(latest, milliseconds, signal)) return;
    signal?.throwIfAborted();
    throw new StoreUnavailableError(`the watch cache did not reach revision ${latest} in time`, { refused: true });
  }

  /** Everything as of the oldest revision from which the log can be replayed: the replay then fills the histories. */
  async #load(): Promise<void> {
    const latest = await this.#store.latest();
    const base = Math.max(await this.#oldest(), latest - this.#history.events, 1);
    const loadings = new Map(Array.from(this.#resources.values(), (resource) => [resource, resource.loading()]));
    for (let start: string | undefined = registryRoot; start !== undefined; ) {
      const page = await this.#store.range({ prefix: registryRoot, start, limit: pageSize, revision: base });
      for (const entry of page.entries) {
        const resource = this.#resources.get(collectionOf(entry.key) ?? '');
        if (resource !== undefined) loadings.get(resource)?.add(entry);
      }
      const last = page.entries.at(-1);
      start = page.more && last !== undefined ? `${last.key}\0` : undefined;
    }
    this.#ready = false;
    this.#handed = [];
    this.#joining.clear();
    this.#revision = base;
    this.#target = latest;
    for (const resource of this.#resources.values()) {
      const loading = loadings.get(resource);
      // One that came while the pages did.
      if (loading === undefined) this.#join(resource);
      else loading.show(base);
    }
    this.#advance(base);
  }

  /** The oldest revision that the store can still show; it tells when asked for an older one. */
  async #oldest(): Promise<Revision> {
    try {
      await this.#store.range({ prefix: registryRoot, limit: 1, revision: 1 });
      return 1;
    } catch (error) {
      if (error instanceof CompactedError) return error.oldest;
      throw error;
    }
  }

  #apply(changes: readonly Change[]): void {
    const last = changes.at(-1);
    if (last === undefined) return;
    const events: [CachedResource, readonly CacheEvent[]][] = [];
    for (const [resource, own] of this.#byResource(changes)) {
      const waiting = this.#joining.get(resource);
      if (waiting === undefined) events.push([resource, resource.apply(own)]);
      else for (const change of own) waiting.push(change);
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

  /** Loads a resource that came late, beside the running follower. */
  #join(resource: CachedResource): void {
    this.#joining.set(resource, []);
    void this.#loadOne(resource);
  }

  async #loadOne(resource: CachedResource): Promise<void> {
    while (this.#joining.has(resource) && this.#signal?.aborted !== true) {
      try {
        const loading = resource.loading();
        const revision = await this.#loadPages(resource.prefix, loading);
        await this.#waiters.reached(revision, Number.POSITIVE_INFINITY, this.#signal);
        const waiting = this.#joining.get(resource);
        if (waiting === undefined) return;
        loading.show(revision);
        this.#joining.delete(resource);
        resource.publish(resource.apply(waiting));
        resource.markReady();
      } catch (error) {
        this.#log.warn('a resource could not be loaded into the watch cache', { prefix: resource.prefix, error });
        await this.#clock.sleep(retryMilliseconds, this.#signal).catch(() => {});
      }
    }
  }

  /** Adds everything under a prefix, as of the revision that this resolves to. */
  async #loadPages(prefix: string, loading: Loading): Promise<Revision> {
    let page = await this.#store.range({ prefix, limit: pageSize });
    const { revision } = page;
    for (;;) {
      for (const entry of page.entries) loading.add(entry);
      const last = page.entries.at(-1);
      if (!page.more || last === undefined) return revision;
      page = await this.#store.range({ prefix, start: `${last.key}\0`, limit: pageSize, revision });
    }
  }
}
