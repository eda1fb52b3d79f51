// One follower of the log: a watch on etcd that is reopened where it broke off, until its signal aborts. It requests
// the last revision that it has again, and drops its events: so etcd itself reports when that revision is compacted, also
// if the compaction went exactly up to the next removal, whose event is then lost.

import type { ServiceError } from '@grpc/grpc-js';

import { type BackOff, backOffDelay } from '../../../shared/process/time/back-off.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import { RevisionWaiters } from '../format/revision-waiters.ts';
import { type Change, CompactedError, type Revision, type Store } from '../contract/store.ts';
import type { WatchStream } from './connection.ts';
import { removed, watchRequest, type WatchEvent, type WatchResponse, watchResponse } from './messages.ts';
import type { KeySpace } from './key-space.ts';
import { entryOf } from './stored-entry.ts';

type FollowOptions = Parameters<Store['follow']>[0];

export interface FollowerOptions extends FollowOptions {
  readonly keys: KeySpace;
  readonly openWatch: () => Promise<WatchStream>;
  /**
   * Makes etcd tell how far it is on this stream, on which nothing came for so many milliseconds. Rejects when etcd
   * cannot be asked.
   */
  readonly askProgress: (stream: WatchStream, quiet: number) => Promise<void>;
  /** The log is shorter than the follower's position; asked because a single member may only lag. */
  readonly onShorter: (revision: Revision) => void;
  readonly clock: Clock;
  readonly log: Log;
}

const reconnecting: BackOff = { initial: 20, cap: 2000, jitter: 0.2 };
/** Milliseconds until the first look whether changes came by themselves, as they do when this store is alone in its etcd. */
const firstPause = 2;
/** Milliseconds between the looks after it. */
const progressPause = 10;
/** Milliseconds of quiet after which etcd is asked for progress again, the first time after one pause, which counts as whole. */
const questionPause = 50;
/** Pauses for one revision, until it is expected again. */
const progressPauses = 500;

export class EtcdFollower {
  readonly #options: FollowerOptions;
  readonly #waiters: RevisionWaiters;
  /** Aborts when the follower ends, for any reason. */
  readonly #end = new AbortController();
  #failure: Error | undefined;
  #position: Revision;
  #expected: Revision = 0;
  /** Identity of the pursuit of what is expected; undefined: none is under way. */
  #pursuit: object | undefined;
  #stream: WatchStream | undefined;
  /** Ends the reading of the stream, when the follower ends. */
  #stopReading: (() => void) | undefined;
  #failures = 0;
  /** Events of a response that comes in pieces. */
  #pieces: WatchEvent[] = [];

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#position = options.after;
    this.#waiters = new RevisionWaiters(options.clock);
    this.#waiters.advance(options.after);
  }

  get position(): Revision {
    return this.#position;
  }

  /** Resolves when the signal aborts, rejects when the log is lost. Called once. */
  async run(): Promise<void> {
    const { signal } = this.#options;
    const stop = (): void => this.#finish(undefined);
    if (signal.aborted) return;
    signal.addEventListener('abort', stop, { once: true });
    try {
      while (!this.#end.signal.aborted) await this.#attempt();
    } finally {
      signal.removeEventListener('abort', stop);
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  lose(error: Error): void {
    this.#finish(error);
  }

  /** True once the revision is handed over, or the follower has ended; false after the time. */
  async told(revision: Revision, timeoutMilliseconds: number): Promise<boolean> {
    return (await this.#waiters.reached(revision, timeoutMilliseconds)) || this.#end.signal.aborted;
  }

  /** A caller knows this revision. If no change reaches it, the follower requests progress from etcd. */
  expect(revision: Revision): void {
    if (revision <= this.#position) return;
    // A pursuit that has reached its aim notices at its next check; nothing waits for that.
    const reached = this.#expected <= this.#position;
    this.#expected = Math.max(this.#expected, revision);
    if (reached || this.#pursuit === undefined) void this.#pursue();
  }

  #finish(failure: Error | undefined): void {
    if (this.#end.signal.aborted) return;
    this.#failure = failure;
    this.#end.abort();
    this.#stream?.cancel();
    this.#stopReading?.();
    this.#waiters.stop();
  }

  async #attempt(): Promise<void> {
    const { clock, log, openWatch } = this.#options;
    try {
      await this.#read(await openWatch());
    } catch (error) {
      if (this.#end.signal.aborted) return;
      if (this.#failures === 0) log.warn('the watch on etcd broke; it is resumed', { error, after: this.#position });
      this.#failures++;
      await clock.sleep(backOffDelay(reconnecting, this.#failures), this.#end.signal).catch(() => {});
    }
  }

  /** Rejects when the stream ends by itself. */
  #read(stream: WatchStream): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#end.signal.aborted) {
        stream.cancel();
        resolve();
        return;
      }
      this.#stream = stream;
      this.#pieces = [];
      this.#stopReading = resolve;
      stream.on('data', (bytes: Buffer) => this.#onData(bytes, stream));
      stream.on('error', (error: ServiceError) => reject(error));
      stream.on('end', () => reject(new Error('etcd ended the watch')));
      const wanted = { progressNotify: true, prevKv: true, fragment: true };
      const create = { ...this.#options.keys.range(''), startRevision: Math.max(this.#position, 1), ...wanted };
      stream.write(watchRequest.encode({ create }));
    });
  }

  #onData(bytes: Buffer, stream: WatchStream): void {
    if (this.#end.signal.aborted || stream !== this.#stream) return;
    try {
      this.#take(watchResponse.decode(bytes), stream);
    } catch (error) {
      // `onChanges` threw, the revision is compacted, or the response is invalid.
      this.#finish(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #take(response: WatchResponse, stream: WatchStream): void {
    const revision = response.header?.revision ?? 0;
    if (response.compactRevision > 0) throw new CompactedError(this.#position, response.compactRevision);
    if (response.canceled) stream.destroy(new Error(`etcd canceled the watch: ${response.cancelReason}`));
    else if (response.created) this.#begin(revision);
    else if (response.events.length > 0 || response.fragment || this.#pieces.length > 0) this.#gather(response);
    else this.#advance(revision);
  }

  /** The watch stands. The member knows this revision; changes up to there, or word that there are none, are due. */
  #begin(revision: Revision): void {
    this.#failures = 0;
    if (revision < this.#position) this.#options.onShorter(this.#position);
    this.#options.onProgress?.(this.#position);
    this.expect(revision);
  }

  /** A commit is delivered whole: fragments wait for the last one. */
  #gather(response: WatchResponse): void {
    this.#pieces.push(...response.events);
    if (response.fragment) return;
    const changes: Change[] = [];
    for (const event of this.#pieces) {
      const change = this.#changeOf(event);
      if (change !== undefined && change.revision > this.#position) changes.push(change);
    }
    this.#pieces = [];
    const last = changes.at(-1);
    if (last === undefined) return;
    this.#options.onChanges(changes);
    this.#advance(last.revision);
  }

  #changeOf({ type, kv, prevKv }: WatchEvent): Change | undefined {
    if (kv === undefined) return undefined;
    const { keys } = this.#options;
    const { key, value, revision } = entryOf(kv, keys);
    const previous = prevKv === undefined ? undefined : entryOf(prevKv, keys);
    return { revision, key, value: type === removed ? undefined : value, previous };
  }

  #advance(revision: Revision): void {
    if (revision <= this.#position || this.#end.signal.aborted) return;
    this.#position = revision;
    this.#options.onProgress?.(revision);
    this.#waiters.advance(revision);
  }

  /** Commits of others in the same etcd move the revision without a change for this follower. */
  async #pursue(): Promise<void> {
    const { clock, askProgress } = this.#options;
    const pursuit = {};
    this.#pursuit = pursuit;
    try {
      for (let pauses = 0, quiet = 0, before = this.#position; pauses < progressPauses; pauses++) {
        await clock.sleep(pauses === 0 ? firstPause : progressPause, this.#end.signal);
        if (this.#pursuit !== pursuit || this.#position >= this.#expected) break;
        quiet = this.#position === before ? quiet + progressPause : 0;
        before = this.#position;
        const stream = this.#stream;
        const due = quiet === progressPause || (quiet > 0 && quiet % questionPause === 0);
        if (due && stream !== undefined && !stream.destroyed) await askProgress(stream, quiet);
      }
    } catch {
      // The follower ended, or etcd is unreachable: a caller that needs the revision asks again.
    } finally {
      if (this.#pursuit === pursuit) this.#pursuit = undefined;
    }
  }
}
