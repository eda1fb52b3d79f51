// One running watch: the initial state, then every change that concerns its selection, bookmarks and the end. Frames come
// ready-made and shared with other watchers; this file only decides which of them this client gets, and when.

import type { Clock } from '../../../shared/process/clock.ts';
import type { CacheEvent, ResourceCache, Subscription } from '../../storage/resource-cache.ts';
import type { WatchFrames } from '../representation/watch-frames.ts';
import type { Selection } from '../selection.ts';
import type { Sink } from '../verb.ts';

/** Where a stream begins. `endBookmark`: a bookmark tells that the initial events are complete. */
export type WatchStart =
  | { readonly from: 'newest' | 'any'; readonly initialEvents: boolean; readonly endBookmark: boolean }
  | {
      readonly from: 'version';
      readonly revision: number;
      readonly initialEvents: boolean;
      readonly endBookmark: boolean;
    };

export interface WatchSettings {
  readonly cache: ResourceCache;
  readonly clock: Clock;
  readonly frames: WatchFrames;
  readonly selection: Selection;
  readonly start: WatchStart;
  readonly bookmarks: boolean;
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal;
}

const bookmarkMilliseconds = 60_000;
/** The last bookmark comes this long before the end, so that the client resumes from there. */
const lastBookmarkMilliseconds = 2000;
/** A client that leaves this much untaken is cut off; it resumes from its last version. */
const mostQueuedBytes = 16 * 1024 * 1024;
/** Changes that may happen while the initial state is still being sent. */
const mostPendingEvents = 50_000;

/** Made for one request. `open` subscribes, `run` streams; a stream that is never run closes with the request. */
export class WatchStream {
  readonly #settings: WatchSettings;
  readonly #end = new AbortController();
  #subscription: Subscription | undefined;
  #pending: (readonly CacheEvent[])[] = [];
  #pendingCount = 0;
  #sink: Sink | undefined;
  /** Changes up to here are known to the client or are not wanted by it. */
  #after: number;

  constructor(settings: WatchSettings) {
    this.#settings = settings;
    this.#after = settings.start.from === 'version' ? settings.start.revision : 0;
  }

  /** Subscribes to the changes. 'expired': the version asked for is no longer retained; nothing is held. */
  open(): 'open' | 'expired' {
    const { start, cache, signal } = this.#settings;
    if (start.from === 'version' && !start.initialEvents) {
      // A version that is still to come is waited for: what happens before it is dropped.
      return this.#subscribe(Math.min(start.revision, cache.revision()));
    }
    if (start.from !== 'version' && !start.initialEvents) {
      this.#after = cache.current().revision;
      return this.#subscribe(this.#after);
    }
    signal.throwIfAborted();
    return 'open';
  }

  async run(sink: Sink): Promise<void> {
    const { signal, clock, timeoutMilliseconds } = this.#settings;
    const over = (): void => this.#end.abort();
    signal.addEventListener('abort', over, { once: true });
    if (signal.aborted) over();
    const deadline = clock.monotonic() + timeoutMilliseconds;
    const timer = clock.sleep(timeoutMilliseconds, this.#end.signal).then(over, ignoreAbort);
    try {
      await this.#sendInitial(sink, timeoutMilliseconds);
      this.#goLive(sink);
      await this.#sendBookmarks(sink, deadline);
      await whenAborted(this.#end.signal);
    } finally {
      over();
      this.#close();
      signal.removeEventListener('abort', over);
      await timer;
    }
  }

  #subscribe(after: number): 'open' | 'expired' {
    const { cache, signal } = this.#settings;
    const subscription = cache.subscribe({
      after,
      onEvents: (events) => this.#take(events),
      onLost: () => this.#end.abort(),
    });
    if (subscription === 'expired') return 'expired';
    this.#subscription = subscription;
    signal.addEventListener('abort', () => this.#close(), { once: true });
    if (signal.aborted) this.#close();
    return 'open';
  }

  #close(): void {
    this.#subscription?.close();
    this.#subscription = undefined;
    this.#pending = [];
  }

  async #sendInitial(sink: Sink, patience: number): Promise<void> {
    const { start, cache, selection, frames } = this.#settings;
    if (!start.initialEvents) return;
    if (start.from === 'version' && !(await cache.reached(start.revision, patience, this.#end.signal))) {
      this.#end.abort();
      return;
    }
    const snapshot = cache.current();
    this.#after = snapshot.revision;
    if (this.#subscribe(snapshot.revision) === 'expired') {
      this.#end.abort();
      return;
    }
    const objects = selection.key === undefined ? snapshot.scan(selection.prefix) : only(snapshot.get(selection.key));
    for (const object of objects) {
      if (!selection.matches(object)) continue;
      if (!sink.write(frames.initial(object))) await sink.drained();
      if (this.#end.signal.aborted) return;
    }
    if (start.endBookmark) sink.write(frames.bookmark(snapshot.revision, true));
  }

  /** From here on changes go to the client in the call that brings them. */
  #goLive(sink: Sink): void {
    const pending = this.#pending;
    this.#pending = [];
    this.#sink = sink;
    for (const events of pending) this.#send(sink, events);
  }

  #take(events: readonly CacheEvent[]): void {
    if (this.#sink !== undefined) {
      this.#send(this.#sink, events);
      return;
    }
    this.#pending.push(events);
    this.#pendingCount += events.length;
    if (this.#pendingCount > mostPendingEvents) this.#end.abort();
  }

  #send(sink: Sink, events: readonly CacheEvent[]): void {
    const { selection, frames } = this.#settings;
    const joined = this.#takesAll(sink, events) ? frames.batch(events, selection.prefix) : undefined;
    if (joined !== undefined) {
      for (const piece of joined) this.#write(sink, piece);
      return;
    }
    for (const event of events) {
      if (event.revision <= this.#after) continue;
      if (selection.key === undefined ? !event.key.startsWith(selection.prefix) : event.key !== selection.key) continue;
      const type = typeFor(selection, event);
      if (type === undefined) continue;
      this.#write(sink, frames.event(event, type));
    }
  }

  /** Whether every change under the prefix goes to this client, in a stream where frames may be joined. */
  #takesAll(sink: Sink, events: readonly CacheEvent[]): boolean {
    const { everything, key } = this.#settings.selection;
    return everything && key === undefined && sink.separate !== true && (events[0]?.revision ?? 0) > this.#after;
  }

  #write(sink: Sink, frames: Buffer): void {
    if (this.#end.signal.aborted) return;
    sink.write(frames);
    if (sink.queued > mostQueuedBytes) this.#end.abort();
  }

  async #sendBookmarks(sink: Sink, deadline: number): Promise<void> {
    const { bookmarks, clock, frames, cache } = this.#settings;
    if (!bookmarks) return;
    for (;;) {
      const left = deadline - clock.monotonic() - lastBookmarkMilliseconds;
      if (left <= 0) return;
      try {
        await clock.sleep(Math.min(bookmarkMilliseconds, left), this.#end.signal);
      } catch {
        return;
      }
      const revision = cache.revision();
      if (revision >= this.#after) sink.write(frames.bookmark(revision, false));
    }
  }
}

/** How a change looks through the selection: an object may come into it or leave it without being made or removed. */
function typeFor(selection: Selection, event: CacheEvent): 'ADDED' | 'MODIFIED' | 'DELETED' | undefined {
  const before = event.previous !== undefined && selection.matches(event.previous);
  const now = event.object !== undefined && selection.matches(event.object);
  if (now) return before ? 'MODIFIED' : 'ADDED';
  return before ? 'DELETED' : undefined;
}

function only<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** A sleep that was cut short has nothing to tell. */
function ignoreAbort(): void {}
