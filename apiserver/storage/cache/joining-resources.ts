// Resources that come after the watch cache was loaded: each is loaded on its own beside the running follower, while its changes
// wait.

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import type { Change, Store } from '../contract/store.ts';
import type { RevisionWaiters } from '../format/revision-waiters.ts';
import type { CachedResource } from './cached-resource.ts';
import { loadPages } from './load-pages.ts';

/** Milliseconds before a retry after a failure of the store. */
const retryMilliseconds = 200;

export interface JoiningOptions {
  readonly store: Pick<Store, 'range'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Of the revisions that the watch cache has reached. */
  readonly waiters: RevisionWaiters;
}

export class JoiningResources {
  readonly #options: JoiningOptions;
  /** With the changes that wait until they are loaded. */
  readonly #waiting = new Map<CachedResource, Change[]>();
  #signal: AbortSignal | undefined;

  constructor(options: JoiningOptions) {
    this.#options = options;
  }

  /** Loading goes on until the signal aborts. To be called before the first one joins. */
  runUntil(signal: AbortSignal): void {
    this.#signal = signal;
  }

  has(resource: CachedResource): boolean {
    return this.#waiting.has(resource);
  }

  /** Loads the resource, with retries when the store fails. Its changes are queued until then. */
  join(resource: CachedResource): void {
    const changes: Change[] = [];
    this.#waiting.set(resource, changes);
    void this.#load(resource, changes);
  }

  /**
   * Returns whether the changes are queued until the resource is loaded. False: it is loaded, and the caller applies the
   * changes. During a reload they are queued as well.
   */
  hold(resource: CachedResource, changes: readonly Change[]): boolean {
    const waiting = this.#waiting.get(resource);
    if (waiting === undefined) return false;
    for (const change of changes) waiting.push(change);
    return !resource.isLoaded;
  }

  /** The resource is not loaded any more. */
  delete(resource: CachedResource): void {
    this.#waiting.delete(resource);
  }

  /** The same of all. */
  clear(): void {
    this.#waiting.clear();
  }

  async #load(resource: CachedResource, changes: readonly Change[]): Promise<void> {
    const { store, clock, log, waiters } = this.#options;
    // What was read for an earlier joining is older than the changes that wait for a later one.
    const isCurrent = (): boolean => this.#waiting.get(resource) === changes;
    while (isCurrent() && this.#signal?.aborted !== true) {
      try {
        const loading = resource.loading();
        const revision = await loadPages(store, { prefix: resource.prefix }, (entry) => loading.add(entry));
        await waiters.reached(revision, Number.POSITIVE_INFINITY, this.#signal);
        if (!isCurrent()) return;
        loading.show(revision);
        this.#waiting.delete(resource);
        resource.publish(resource.apply(changes));
        resource.markReady();
      } catch (error) {
        log.warn('a resource could not be loaded into the watch cache', { prefix: resource.prefix, error });
        await clock.sleep(retryMilliseconds, this.#signal).catch(() => {});
      }
    }
  }
}
