// One running watch: the initial state, then every change that concerns its selection, bookmarks and the end. Frames come
// ready-made and shared with other watchers; this file only decides which of them this client gets, and when.

import { setImmediate as turn } from 'node:timers/promises';

import type { Clock } from '../../../shared/process/time/clock.ts';
import type { SharedTimer, SharedTimers } from '../../../shared/process/time/shared-timers.ts';
import {
  CacheClosedError,
  type CacheEvent,
  type ResourceCache,
  type Snapshot,
  type Subscription,
} from '../../storage/contract/resource-cache.ts';
import { isPending, mapMaybePromise } from '../../../shared/process/async/maybe-promise.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import type { ResourceMetrics } from '../contract/registry-metrics.ts';
import type { FrameGroup, JoinedFrames } from '../representation/watch/frame-group.ts';
import { eventTypeFor } from '../representation/watch/event-type.ts';
import { type InitialFrames, initialFrames } from '../representation/watch/shared-initials.ts';
import type { WatchFrames } from '../representation/watch/watch-frames.ts';
import { OrderedFrames } from './ordered-frames.ts';
import type { SelectionPredicate } from '../object/selection-predicate.ts';
import type { Sink, ResourceRequest } from '../contract/resource-handler.ts';

/** Where a stream begins. `endBookmark`: a bookmark ends the initial events. */
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
  readonly timers: SharedTimers;
  readonly frames: WatchFrames;
  readonly selection: SelectionPredicate;
  readonly start: WatchStart;
  readonly bookmarks: boolean;
  readonly timeoutMilliseconds: number;
  /** Its end ends the stream; it is cancelled when the stream ends for a reason of its own while something waits. */
  readonly request: Pick<ResourceRequest, 'aborted' | 'signal' | 'cancel'>;
  /** Undefined: not recorded. */
  readonly figures: Pick<ResourceMetrics, 'watched' | 'initialSeconds'> | undefined;
}

const bookmarkMilliseconds = 60_000;
/** The last bookmark comes this long before the end, so that the client resumes from there. */
const lastBookmarkMilliseconds = 2000;
/** A client that leaves this much untaken is cut off; it resumes from its last version. */
const mostQueuedBytes = 16 * 1024 * 1024;
/** Bytes of what was there or was missed that may wait for the client before more of it is handed over. */
const mostAheadBytes = 64 * 1024;
/** Milliseconds of looking for initial objects after which others get a turn. */
const longestTurn = 10;
/** Changes that may happen while the initial state, or what was missed, is still being sent. */
const mostPendingEvents = 50_000;

/** Events of what was missed that may wait for their conversion before more of it is handed over. */
const mostConverting = 1000;
/** Pieces of the initial state that are converted at the same time. */
const piecesAhead = 4;

/** The abort reason of waits of a stream. Shared: an Error with its own stack would cost more than the rest of the end. */
const over = new Error('the watch is over');

/** Made for one request. `open` subscribes, `run` streams; one that is open must be run or closed. */
export class WatchStream {
  readonly #settings: WatchSettings;
  /** Lets go what the stream holds, and ends it. Repeatable. */
  readonly close = (): void => {
    if (this.#closed) return;
    this.#closed = true;
    this.#subscription?.close();
    this.#subscription = undefined;
    this.#leaveGroup();
    this.#timer?.cancel();
    this.#pending = [];
    this.#held?.close();
    this.#ended?.resolve();
  };
  /** Ends the stream before its time. */
  readonly #finish = (): void => {
    this.close();
    this.#settings.request.cancel(over);
  };
  #closed = false;
  #subscription: Subscription | undefined;
  #group: FrameGroup | undefined;
  #pending: (readonly CacheEvent[])[] = [];
  /** How many of the pending batches are from the history, which holds them anyway. */
  #missed = 0;
  /** Events of the others. */
  #pendingCount = 0;
  #sink: Sink | undefined;
  /** Frames that wait for a conversion, and what comes behind them; undefined: none ever had to. */
  #held: OrderedFrames | undefined;
  #timer: SharedTimer | undefined;
  #ended: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;
  /** What ended the stream before anything waited for its end. */
  #fault: { readonly error: unknown } | undefined;
  /** Changes up to here are known to the client or are not wanted by it. */
  #after: number;

  constructor(settings: WatchSettings) {
    this.#settings = settings;
    this.#after = settings.start.from === 'version' ? settings.start.revision : 0;
  }

  /** Subscribes to the changes. 'expired': the version asked for is no longer retained; nothing is held. */
  open(): 'open' | 'expired' {
    const { start, cache, request } = this.#settings;
    if (request.aborted) this.close();
    if (start.initialEvents || this.#closed) return 'open';
    if (start.from !== 'version') this.#after = cache.current().revision;
    // A version that is still to come is waited for: what happens before it is dropped.
    return this.#subscribe(start.from === 'version' ? Math.min(start.revision, cache.revision()) : this.#after);
  }

  async run(sink: Sink): Promise<void> {
    const { start, clock, timers, timeoutMilliseconds, figures } = this.#settings;
    const started = clock.monotonic();
    if (this.#closed) return;
    try {
      // A client that takes the beginning slowly is cut off at the same deadline.
      this.#timer = timers.after(timeoutMilliseconds, this.#finish);
      if (start.initialEvents) {
        await this.#sendInitial(sink, timeoutMilliseconds);
        figures?.initialSeconds.observe((clock.monotonic() - started) / 1000);
      }
      await this.#catchUp(sink);
      this.#timer?.cancel();
      this.#nextBookmark(sink, started + timeoutMilliseconds);
      if (this.#fault !== undefined) throw this.#fault.error;
      if (!this.#closed) await new Promise<void>((resolve, reject) => (this.#ended = { resolve, reject }));
    } catch (error) {
      // The resource is no longer served: the stream ends as at its deadline.
      if (this.#closed || error instanceof CacheClosedError) return;
      if (!(error instanceof StatusError)) throw error;
      // An object cannot be shown. The client has got every event before it, and now gets the reason.
      sink.write(this.#settings.frames.error(error.status));
    } finally {
      this.close();
    }
  }

  #subscribe(after: number): 'open' | 'expired' {
    const { cache, frames, selection } = this.#settings;
    const { place } = selection;
    const subscription = cache.subscribe({
      after,
      // Watches of single objects come by the thousand, one for each node: they do not filter each other's events.
      ...(place === undefined ? {} : { scope: place }),
      onEvents: (events) => this.#take(events),
      onLost: this.#finish,
    });
    if (subscription === 'expired') return 'expired';
    this.#subscription = subscription;
    this.#missed = this.#pending.length;
    this.#pendingCount = 0;
    // Watches of the same selection share what they get; those of one object are many, and hardly ever of the same one.
    if (selection.key === undefined) this.#group = frames.join(selection, selection.text);
    return 'open';
  }

  #leaveGroup(): void {
    this.#group?.leave();
    this.#group = undefined;
  }

  async #sendInitial(sink: Sink, patience: number): Promise<void> {
    const { start, cache, selection, frames, request } = this.#settings;
    if (start.from === 'version' && !(await cache.waitUntilFresh(start.revision, patience, request.signal))) {
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
      if (object !== undefined && selection.matches(object)) {
        const frame = await frames.initials([object]);
        if (this.#closed) return;
        this.#writeJoined(sink, single(frame));
      }
    }
    if (start.endBookmark && !this.#closed) sink.write(frames.bookmark(snapshot.revision, true));
  }

  /** Selected objects leave many at a time; a long look for them gives others a turn. */
  async #sendSnapshot(sink: Sink, snapshot: Snapshot): Promise<void> {
    const { selection, clock, frames, figures } = this.#settings;
    const each = sink.separate === true;
    const shared = each ? undefined : this.#group?.initials(snapshot, selection);
    const pieces = shared ?? initialFrames(snapshot, selection, (objects) => frames.initials(objects), each);
    let since = clock.monotonic();
    for (const piece of inOrder(pieces)) {
      if (piece !== undefined) {
        const made = isPending(piece.frames) ? await piece.frames : piece.frames;
        if (this.#closed) return;
        if (made.length > 0) figures?.watched(piece.count, made.length);
        if (made.length > 0 && !sink.write(made) && sink.queued > mostAheadBytes) await sink.drained();
      }
      if (clock.monotonic() - since >= longestTurn) {
        await turn();
        since = clock.monotonic();
      }
      if (this.#closed) return;
    }
  }

  /** Sends what happened meanwhile. When nothing is left, changes go to the client in the call that brings them. */
  async #catchUp(sink: Sink): Promise<void> {
    if (sink.separate === true) this.#leaveGroup();
    while (!this.#closed) {
      const events = this.#pending.shift();
      if (events === undefined) {
        this.#sink = sink;
        return;
      }
      if (this.#missed > 0) this.#missed -= 1;
      else this.#pendingCount -= events.length;
      this.#send(sink, events);
      if (this.#pending.length > 0 && sink.queued > mostAheadBytes) await sink.drained();
      await this.#held?.room(mostConverting);
    }
  }

  #take(events: readonly CacheEvent[]): void {
    if (this.#sink !== undefined) {
      try {
        this.#send(this.#sink, events);
      } catch (error) {
        this.#fail(error);
      }
      if ((this.#held?.events ?? 0) > mostPendingEvents) this.#finish();
      return;
    }
    this.#pending.push(events);
    this.#pendingCount += events.length;
    if (this.#subscription !== undefined && this.#pendingCount > mostPendingEvents) this.#finish();
  }

  #send(sink: Sink, events: readonly CacheEvent[]): void {
    const { selection, frames } = this.#settings;
    const group = this.#group;
    if (group?.worthwhile === true && (events[0]?.revision ?? 0) > this.#after) {
      const joined = group.joined(events);
      if (isPending(joined) || this.#held?.holding === true) this.#hold(sink, joined, events.length);
      else this.#writeJoined(sink, joined);
      return;
    }
    for (const event of events) {
      if (event.revision <= this.#after) continue;
      const type = eventTypeFor(selection, event);
      if (type === undefined) continue;
      const frame = frames.event(event, type);
      if (isPending(frame) || this.#held?.holding === true) {
        this.#hold(sink, mapMaybePromise(frame, single), 1);
        continue;
      }
      this.#writeJoined(sink, single(frame));
    }
  }

  /** In their turn, as what comes before them is converted. */
  #hold(sink: Sink, frames: JoinedFrames | Promise<JoinedFrames>, events: number): void {
    this.#held ??= new OrderedFrames(
      (made) => this.#writeJoined(sink, made),
      (error) => this.#fail(error),
    );
    this.#held.put(frames, events);
  }

  #fail(error: unknown): void {
    this.#subscription?.close();
    this.#fault ??= { error };
    this.#ended?.reject(error);
  }

  #writeJoined(sink: Sink, { pieces, count, bytes }: JoinedFrames): void {
    for (const piece of pieces) this.#write(sink, piece);
    if (count > 0) this.#settings.figures?.watched(count, bytes);
  }

  #write(sink: Sink, frames: Buffer): void {
    if (this.#closed) return;
    if (!sink.write(frames) && sink.queued > mostQueuedBytes) this.#finish();
  }

  /** Waits for the next bookmark that is due, or for the deadline, whichever comes first. */
  #nextBookmark(sink: Sink, deadline: number): void {
    if (this.#closed) return;
    const { bookmarks, clock, frames, cache, timers } = this.#settings;
    const left = deadline - clock.monotonic();
    const untilLast = left - lastBookmarkMilliseconds;
    if (!bookmarks || untilLast <= 0) {
      this.#timer = timers.after(Math.max(left, 0), this.close);
      return;
    }
    this.#timer = timers.after(Math.min(bookmarkMilliseconds, untilLast), () => {
      const revision = cache.revision();
      if (revision >= this.#after) {
        const frame = frames.bookmark(revision, false);
        // Not before the events that it covers.
        if (this.#held?.holding === true) this.#hold(sink, { pieces: [frame], count: 0, bytes: frame.length }, 0);
        else sink.write(frame);
      }
      this.#nextBookmark(sink, deadline);
    });
  }
}

function single(frame: Buffer): JoinedFrames {
  if (frame.length === 0) return { pieces: [], count: 0, bytes: 0 };
  return { pieces: [frame], count: 1, bytes: frame.length };
}

/** The same pieces; those that wait for a conversion are begun ahead of the reader. */
function* inOrder(pieces: Iterable<InitialFrames | undefined>): Generator<InitialFrames | undefined> {
  const begun: InitialFrames[] = [];
  for (const piece of pieces) {
    if (piece === undefined || (begun.length === 0 && !isPending(piece.frames))) {
      yield piece;
      continue;
    }
    // A failure is seen in its turn.
    if (isPending(piece.frames)) piece.frames.catch(() => {});
    begun.push(piece);
    if (begun.length >= piecesAhead) yield begun.shift();
  }
  yield* begun;
}
