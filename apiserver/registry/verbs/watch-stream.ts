// One running watch: the initial state, then every change that concerns its selection, bookmarks and the end. Frames come
// ready-made and shared with other watchers; this file only decides which of them this client gets, and when.

import { setImmediate as turn } from 'node:timers/promises';

import type { Clock } from '../../../shared/process/clock.ts';
import type { CachedObject, CacheEvent, ResourceCache, Snapshot, Subscription } from '../../storage/resource-cache.ts';
import type { ResourceFigures } from '../figures.ts';
import type { WatchFrames } from '../representation/watch-frames.ts';
import type { Selection } from '../selection.ts';
import type { Sink, VerbRequest } from '../verb.ts';

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
  /** Its signal ends the stream; it is aborted when the stream ends for a reason of its own while something waits. */
  readonly request: Pick<VerbRequest, 'signal' | 'cancel'>;
  /** Absent: nobody wants to know. */
  readonly figures?: Pick<ResourceFigures, 'watched' | 'initialSeconds'>;
}

const bookmarkMilliseconds = 60_000;
/** The last bookmark comes this long before the end, so that the client resumes from there. */
const lastBookmarkMilliseconds = 2000;
/** A client that leaves this much untaken is cut off; it resumes from its last version. */
const mostQueuedBytes = 16 * 1024 * 1024;
/** Bytes of initial events that leave together. */
const initialBytes = 64 * 1024;
/** Milliseconds of looking for them after which others get a turn. */
const longestTurn = 10;
/** Changes that may happen while the initial state is still being sent. */
const mostPendingEvents = 50_000;

/** Why waits of a stream end. One for all: a reason with a stack of its own would cost more than the rest of the end. */
const over = new Error('the watch is over');

/** Made for one request. `open` subscribes, `run` streams; a stream that is never run closes with the request. */
export class WatchStream {
  readonly #settings: WatchSettings;
  /** The request's own signal: one more for each of thousands of watches would cost as much as all else in opening them. */
  readonly #signal: AbortSignal;
  readonly #close = (): void => {
    this.#closed = true;
    this.#signal.removeEventListener('abort', this.#close);
    this.#subscription?.close();
    this.#subscription = undefined;
    this.#pending = [];
  };
  /** Ends the stream before its time. */
  readonly #finish = (): void => {
    this.#close();
    this.#settings.request.cancel(over);
  };
  #closed = false;
  #subscription: Subscription | undefined;
  #pending: (readonly CacheEvent[])[] = [];
  #pendingCount = 0;
  #sink: Sink | undefined;
  /** Changes up to here are known to the client or are not wanted by it. */
  #after: number;

  constructor(settings: WatchSettings) {
    this.#settings = settings;
    this.#signal = settings.request.signal;
    this.#after = settings.start.from === 'version' ? settings.start.revision : 0;
  }

  /** Subscribes to the changes. 'expired': the version asked for is no longer retained; nothing is held. */
  open(): 'open' | 'expired' {
    const { start, cache } = this.#settings;
    this.#signal.throwIfAborted();
    if (!start.initialEvents) {
      if (start.from !== 'version') this.#after = cache.current().revision;
      // A version that is still to come is waited for: what happens before it is dropped.
      const after = start.from === 'version' ? Math.min(start.revision, cache.revision()) : this.#after;
      if (this.#subscribe(after) === 'expired') return 'expired';
    }
    this.#signal.addEventListener('abort', this.#close, { once: true });
    return 'open';
  }

  async run(sink: Sink): Promise<void> {
    const { start, clock, timeoutMilliseconds, figures } = this.#settings;
    const started = clock.monotonic();
    const deadline = started + timeoutMilliseconds;
    try {
      if (start.initialEvents) {
        await this.#sendInitialInTime(sink, timeoutMilliseconds);
        figures?.initialSeconds.observe((clock.monotonic() - started) / 1000);
      }
      this.#goLive(sink);
      await this.#live(sink, deadline);
    } finally {
      this.#close();
    }
  }

  #subscribe(after: number): 'open' | 'expired' {
    const subscription = this.#settings.cache.subscribe({
      after,
      onEvents: (events) => this.#take(events),
      onLost: this.#finish,
    });
    if (subscription === 'expired') return 'expired';
    this.#subscription = subscription;
    return 'open';
  }

  /** A client that takes the initial state slowly is cut off at the same deadline. */
  async #sendInitialInTime(sink: Sink, milliseconds: number): Promise<void> {
    const sent = new AbortController();
    const timer = this.#settings.clock.sleep(milliseconds, sent.signal).then(this.#finish, ignoreAbort);
    try {
      await this.#sendInitial(sink, milliseconds);
    } finally {
      sent.abort(over);
      await timer;
    }
  }

  async #sendInitial(sink: Sink, patience: number): Promise<void> {
    const { start, cache, selection, frames } = this.#settings;
    if (start.from === 'version' && !(await cache.reached(start.revision, patience, this.#signal))) {
      this.#finish();
      return;
    }
    if (this.#closed) return;
    const snapshot = cache.current();
    this.#after = snapshot.revision;
    if (this.#subscribe(snapshot.revision) === 'expired') {
      this.#finish();
      return;
    }
    if (selection.key === undefined) {
      await this.#sendSnapshot(sink, snapshot);
    } else {
      const object = snapshot.get(selection.key);
      if (object !== undefined && selection.matches(object)) await this.#sendObjects(sink, [object]);
    }
    if (start.endBookmark && !this.#closed) sink.write(frames.bookmark(snapshot.revision, true));
  }

  /** Selected objects leave many at a time; a long look for them gives others a turn. */
  async #sendSnapshot(sink: Sink, snapshot: Snapshot): Promise<void> {
    const { selection, clock } = this.#settings;
    let objects: CachedObject[] = [];
    let bytes = 0;
    let since = clock.monotonic();
    const steps = snapshot.select(selection.prefix, undefined, selection.terms, (object) => {
      if (!selection.named(object)) return true;
      bytes += object.size;
      return objects.push(object) > 0;
    });
    for (const _ of steps) {
      if (bytes >= initialBytes) {
        await this.#sendObjects(sink, objects);
        objects = [];
        bytes = 0;
      }
      if (clock.monotonic() - since >= longestTurn) {
        await turn();
        since = clock.monotonic();
      }
      if (this.#closed) return;
    }
    await this.#sendObjects(sink, objects);
  }

  async #sendObjects(sink: Sink, objects: readonly CachedObject[]): Promise<void> {
    const { frames, figures } = this.#settings;
    const joined = sink.separate === true || objects.length === 0 ? undefined : frames.initials(objects);
    if (joined !== undefined) {
      figures?.watched(objects.length, joined.length);
      if (!sink.write(joined)) await sink.drained();
      return;
    }
    for (const object of objects) {
      const frame = frames.initial(object);
      figures?.watched(1, frame.length);
      if (!sink.write(frame)) await sink.drained();
      if (this.#closed) return;
    }
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
    if (this.#pendingCount > mostPendingEvents) this.#finish();
  }

  #send(sink: Sink, events: readonly CacheEvent[]): void {
    const { selection, frames, figures } = this.#settings;
    const joined = this.#takesAll(sink, events) ? frames.batch(events, selection.prefix) : undefined;
    if (joined !== undefined) {
      for (const piece of joined) this.#write(sink, piece);
      if (figures !== undefined) noteJoined(figures, events, selection.prefix, joined);
      return;
    }
    for (const event of events) {
      if (event.revision <= this.#after) continue;
      if (selection.key === undefined ? !event.key.startsWith(selection.prefix) : event.key !== selection.key) continue;
      const type = typeFor(selection, event);
      if (type === undefined) continue;
      const frame = frames.event(event, type);
      this.#write(sink, frame);
      figures?.watched(1, frame.length);
    }
  }

  /** Whether every change under the prefix goes to this client, in a stream where frames may be joined. */
  #takesAll(sink: Sink, events: readonly CacheEvent[]): boolean {
    const { everything, key } = this.#settings.selection;
    return everything && key === undefined && sink.separate !== true && (events[0]?.revision ?? 0) > this.#after;
  }

  #write(sink: Sink, frames: Buffer): void {
    if (this.#closed) return;
    sink.write(frames);
    if (sink.queued > mostQueuedBytes) this.#finish();
  }

  /** Sends bookmarks until the deadline, or until the stream ends for another reason. One timer at a time. */
  async #live(sink: Sink, deadline: number): Promise<void> {
    const { bookmarks, clock, frames, cache } = this.#settings;
    for (;;) {
      const left = deadline - clock.monotonic();
      if (left <= 0) return;
      const untilLast = left - lastBookmarkMilliseconds;
      const bookmarkNext = bookmarks && untilLast > 0;
      try {
        await clock.sleep(bookmarkNext ? Math.min(bookmarkMilliseconds, untilLast) : left, this.#signal);
      } catch {
        return;
      }
      const revision = cache.revision();
      if (bookmarkNext && revision >= this.#after) sink.write(frames.bookmark(revision, false));
    }
  }
}

function noteJoined(
  figures: Pick<ResourceFigures, 'watched'>,
  events: readonly CacheEvent[],
  prefix: string,
  pieces: readonly Buffer[],
): void {
  let count = 0;
  for (const event of events) if (event.key.startsWith(prefix)) count += 1;
  let bytes = 0;
  for (const piece of pieces) bytes += piece.length;
  if (count > 0) figures.watched(count, bytes);
}

/** How a change looks through the selection: an object may come into it or leave it without being made or removed. */
function typeFor(selection: Selection, event: CacheEvent): 'ADDED' | 'MODIFIED' | 'DELETED' | undefined {
  const before = event.previous !== undefined && selection.matches(event.previous);
  const now = event.object !== undefined && selection.matches(event.object);
  if (now) return before ? 'MODIFIED' : 'ADDED';
  return before ? 'DELETED' : undefined;
}

/** A sleep that was cut short has nothing to tell. */
function ignoreAbort(): void {}
