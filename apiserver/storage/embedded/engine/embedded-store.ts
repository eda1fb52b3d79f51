// The default engine: a write-ahead log (WAL) and a file that hold the log, an index of it in memory, and a queue that gives all
// waiting writes one flush. One process owns the folder. Opening reads the whole log once.

import { setImmediate as turn } from 'node:timers/promises';

import type { Clock } from '../../../../shared/process/time/clock.ts';
import type { Log } from '../../../../shared/process/log/log.ts';
import type { Loop } from '../../../../shared/process/loop/loop.ts';
import { CommitBatch } from './commit-batch.ts';
import { CommitQueue } from './commit-queue.ts';
import { ExpiryQueue, expirySweeper } from './expiry.ts';
import { Followers } from './followers.ts';
import type { LogEntry } from '../wal/frame.ts';
import { KeyIndex } from '../index/key-index.ts';
import { LogStorage, refusal } from '../folder/log-storage.ts';
import { decodeRecord, valueOf } from '../log/log-record.ts';
import { MemoryLog } from '../log/memory-log.ts';
import type { RecordLog } from '../log/record-log.ts';
import {
  type Change,
  CompactedError,
  type CommitResult,
  type Entry,
  FutureRevisionError,
  type Range,
  type RangeResult,
  type Revision,
  type Store,
  StoreUnavailableError,
  type Write,
} from '../../contract/store.ts';
import { assertWrite } from '../../format/write-rules.ts';

export interface EmbeddedStoreOptions {
  /** Where the data lie; made when missing. Undefined: in memory only, gone after `close`. */
  readonly folder: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** The file may be larger than twice the records by this many bytes before it is rewritten. Default 64 MiB. */
  readonly slackBytes?: number;
  /** Bytes of records in the WAL before they are moved to the file. Default 1 MiB. */
  readonly journalBytes?: number;
  /** Whether a write is on the disk before it is acknowledged. Default true. Without it a power failure may lose the last writes. */
  readonly flush?: boolean | undefined;
}

/** Statistics of the store, for metrics. */
export interface EmbeddedStoreMetrics {
  readonly keys: number;
  /** Bytes of all records that are still needed. */
  readonly recordBytes: number;
  /** Bytes of the file. */
  readonly fileBytes: number;
  readonly oldest: Revision;
}

export interface EmbeddedStore extends Store {
  /** Removes keys whose lifetime is over. The owner of the store runs it; without it no key expires. */
  readonly sweeper: Loop;
  metrics(): Promise<EmbeddedStoreMetrics>;
}

/** Throws DataFolderError when the folder is in use, of another format, damaged or not writable. */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { folder, slackBytes = 64 * 2 ** 20, journalBytes = 2 ** 20, clock, log, flush } = options;
  const file =
    folder === undefined
      ? new MemoryLog()
      : await LogStorage.open(folder, { slackBytes, journalBytes, clock, log, flush });
  const store = new LogStore(file, options);
  try {
    await store.recover();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/** Values read before others get a turn. */
const readChunk = 1000;
/** Changes handed to a follower that catches up before others get a turn. */
const replayChunk = 500;
/** Records removed in one transaction: some milliseconds of this thread. */
const removalChunk = 500;
/** How much longer than a removal the pause after it is: the disk is there for the writers first. */
const pauseTimes = 3;
/** Milliseconds in which writes are refused without asking the disk, after it refused one. */
const refusalPause = 1000;

class LogStore implements EmbeddedStore {
  readonly sweeper: Loop;
  readonly #clock: Clock;
  readonly #output: Log;
  readonly #file: RecordLog;
  readonly #index = new KeyIndex();
  readonly #expiry = new ExpiryQueue();
  readonly #queue: CommitQueue;
  readonly #followers = new Followers();
  #latest: Revision = 1;
  #compacted: Revision = 0;
  /** Compactions run one after the other. */
  #maintenance: Promise<void> = Promise.resolve();
  #refusedUntil = 0;
  #failure: StoreUnavailableError | undefined;
  #closing: Promise<void> | undefined;
  /** Ends pauses when the store is closed. */
  readonly #stop = new AbortController();

  constructor(file: RecordLog, options: EmbeddedStoreOptions) {
    this.#file = file;
    this.#clock = options.clock;
    this.#output = options.log;
    this.#queue = new CommitQueue((writes) => this.#commitBatch(writes));
    this.sweeper = expirySweeper({ queue: this.#expiry, store: this, clock: options.clock, log: options.log });
  }

  /** Builds the index from the log. Called once, before anything else. */
  async recover(): Promise<void> {
    for await (const entries of this.#file.scan()) {
      for (const { revision, record } of entries) {
        const { key, value, previous, expires } = decodeRecord(record);
        if (previous === 0 && value !== undefined) this.#index.add(key, revision);
        else this.#apply(key, value === undefined, revision);
        if (expires !== 0) this.#expiry.add({ key, revision }, expires);
        this.#latest = revision;
      }
    }
    this.#compacted = this.#file.compacted;
    this.#latest = Math.max(this.#latest, this.#compacted);
    try {
      // There are no writers yet.
      await this.#tidy(0);
    } catch (error) {
      this.#output.warn('the data folder could not be tidied', { error });
    }
  }

  latest(): Revision {
    this.#assertOpen();
    return this.#latest;
  }

  async get(key: string): Promise<Entry | undefined> {
    this.#assertOpen();
    return this.#entry(key, this.#index.current(key));
  }

  async range({ prefix, start, limit = Number.POSITIVE_INFINITY, revision }: Range): Promise<RangeResult> {
    this.#assertOpen();
    const shown = revision ?? this.#latest;
    if (shown > this.#latest) throw new FutureRevisionError(shown, this.#latest);
    if (shown < this.#compacted) throw new CompactedError(shown, this.#compacted);
    const { versions, more, remaining } =
      shown === this.#latest
        ? this.#index.range(prefix, start, limit)
        : this.#index.rangeAt(prefix, start, limit, shown);
    const entries: Entry[] = [];
    for (const version of versions) {
      if (entries.length > 0 && entries.length % readChunk === 0) {
        await turn();
        this.#assertOpen();
      }
      const entry = this.#entry(version.key, version.revision);
      // A compaction went over this view while others had their turn.
      if (entry === undefined) throw new CompactedError(shown, this.#compacted);
      entries.push(entry);
    }
    return { revision: shown, entries, more, remaining };
  }

  commit(write: Write): Promise<CommitResult> {
    try {
      this.#assertOpen();
      assertWrite(write);
    } catch (error) {
      return Promise.reject(error);
    }
    return this.#queue.submit(write);
  }

  async follow(options: Parameters<Store['follow']>[0]): Promise<void> {
    const { signal, onChanges, onProgress } = options;
    let position = options.after;
    for (;;) {
      if (signal.aborted) return;
      this.#assertOpen();
      if (position < this.#compacted) throw new CompactedError(position, this.#compacted);
      if (position >= this.#latest) break;
      // A batch that has just reached the disk is published by `#publish`, when readers see it too.
      const known = this.#file.read(position, replayChunk).filter((entry) => entry.revision <= this.#latest);
      position = known.at(-1)?.revision ?? this.#latest;
      if (known.length > 0) onChanges(known.map((entry) => this.#changeOf(entry)));
      await turn();
    }
    onProgress?.(this.#latest);
    await this.#followers.add({ after: position, signal, onChanges, onProgress });
  }

  async compact(revision: Revision): Promise<void> {
    this.#assertOpen();
    if (revision > this.#latest) throw new FutureRevisionError(revision, this.#latest);
    const done = this.#maintenance.then(() => this.#compactNow(revision));
    this.#maintenance = done.catch(() => {});
    await done;
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    this.#stop.abort();
    return this.#closing;
  }

  async metrics(): Promise<EmbeddedStoreMetrics> {
    this.#assertOpen();
    const { recordBytes, fileBytes } = this.#file;
    return { keys: this.#index.size, recordBytes, fileBytes, oldest: this.#compacted };
  }

  async #commitBatch(writes: readonly Write[]): Promise<readonly CommitResult[]> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#clock.monotonic() < this.#refusedUntil) throw refusal('the disk refused the last write');
    const batch = new CommitBatch({
      latest: this.#latest,
      now: this.#clock.now(),
      current: (key) => this.#index.current(key),
      entry: (key, revision) => this.#entry(key, revision),
    });
    for (const write of writes) batch.add(write);
    if (batch.records.length > 0) {
      try {
        await this.#file.append(batch.records);
      } catch (error) {
        this.#refused(error);
        throw error;
      }
      this.#publish(batch);
    }
    return batch.results;
  }

  #refused(error: unknown): void {
    if (error instanceof StoreUnavailableError && !error.refused) {
      this.#failure = error;
      this.#followers.lose(error);
    }
    this.#refusedUntil = this.#clock.monotonic() + refusalPause;
    this.#output.error('the disk refused a write; the store is read-only until it takes one', { error });
  }

  /** The records are durable: shows them to readers, then to followers. */
  #publish(batch: CommitBatch): void {
    for (const { key, value, revision, previous } of batch.changes) {
      if (previous === undefined) this.#index.add(key, revision);
      else this.#apply(key, value === undefined, revision, previous.revision);
    }
    for (const ending of batch.endings) this.#expiry.add(ending, ending.expires);
    this.#latest = batch.changes.at(-1)?.revision ?? this.#latest;
    this.#followers.publish(batch.changes, this.#latest);
  }

  /** `before`: the revision of what the key holds, where it is known. */
  #apply(key: string, removed: boolean, revision: Revision, before?: Revision): void {
    if (removed) this.#index.remove(key, revision, before);
    else this.#index.put(key, revision, before);
  }

  #entry(key: string, revision: Revision): Entry | undefined {
    const record = revision === 0 ? undefined : this.#file.get(revision);
    const value = record === undefined ? undefined : valueOf(record);
    return value === undefined ? undefined : { key, value, revision };
  }

  #changeOf({ revision, record }: LogEntry): Change {
    const { key, value, previous } = decodeRecord(record);
    return { revision, key, value, previous: this.#entry(key, previous) };
  }

  async #compactNow(revision: Revision): Promise<void> {
    if (revision <= this.#compacted) return;
    // What is moved before need not be moved while all writers wait.
    await this.#file.moveWaiting();
    await this.#queue.exclusive(async () => {
      await this.#file.forget(revision);
      this.#compacted = revision;
    });
    await this.#tidy();
  }

  /**
   * Removes what can no longer be read, piece by piece, and gives the space back when it is worth the copy. Writers go on
   * meanwhile: what is removed has been in the log since before the history was forgotten, and they only add to its end.
   */
  async #tidy(times = pauseTimes): Promise<void> {
    while (this.#closing === undefined) {
      const begun = this.#clock.monotonic();
      if ((await this.#removeSuperseded()) < removalChunk) break;
      await turn();
      const pause = times * (this.#clock.monotonic() - begun);
      if (pause > 0) await this.#clock.sleep(pause, this.#stop.signal).catch(() => {});
    }
    await this.#file.shrink((job) => this.#queue.exclusive(job));
  }

  async #removeSuperseded(): Promise<number> {
    const removals = this.#index.superseded(this.#compacted, removalChunk);
    if (removals.length === 0) return 0;
    await this.#file.remove(removals);
    this.#index.forget(removals.length);
    return removals.length;
  }

  async #finish(): Promise<void> {
    await this.#queue.drained();
    await this.#maintenance;
    this.#followers.lose(closedError());
    await this.#file.close();
  }

  #assertOpen(): void {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#closing !== undefined) throw closedError();
  }
}

function closedError(): StoreUnavailableError {
  return new StoreUnavailableError('the store is closed', { refused: true });
}
