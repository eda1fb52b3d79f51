// The engine for several servers: etcd 3.4 or newer. etcd's revision is the store's, its transactions are the guards, its
// watches the followers. Reads are retried for a few seconds when etcd changes its leader or restarts. A write whose
// response was lost is not retried: its outcome is reported as unknown.

import { setImmediate as turn } from 'node:timers/promises';

import { type BackOff, backOffDelay } from '../../../shared/process/time/back-off.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import {
  type CommitResult,
  CompactedError,
  type Entry,
  FutureRevisionError,
  type KeyVersion,
  type Range,
  type RangeResult,
  type Revision,
  type Store,
  StoreUnavailableError,
  type Write,
} from '../contract/store.ts';
import { assertWrite } from '../format/write-rules.ts';
import { awake } from '../../../shared/process/async/awake.ts';
import { EtcdConnection, type EtcdTls } from './connection.ts';
import { isCompacted, isFuture, isLeaseGone, isPassing, readFailure, writeFailure } from './failure.ts';
import { EtcdFollower } from './follower.ts';
import { KeySpace } from './key-space.ts';
import { Leases } from './leases.ts';
import { compaction, compareModRevision, type EtcdCall, leaseGrant, range, txn } from './messages.ts';
import { oldestRetained } from './oldest-retained.ts';
import { ProgressQuestion } from './progress.ts';
import { entryOf } from './stored-entry.ts';

export interface EtcdStoreOptions {
  /** `http://host:port` or `https://host:port` of the members; tried in this order. */
  readonly servers: readonly string[];
  readonly tls?: EtcdTls;
  /** Stands before every key, as `/registry`. Stores with different prefixes share an etcd, its revisions and its compactions. */
  readonly prefix: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A key that is written where followers wait for word and etcd cannot give it; its value is empty. */
const progressKey = '/orchkit/progress';

/** Entries of one answer of etcd; an entry has up to 1.5 MiB. */
const pageSize = 500;
/** Milliseconds in which a read is put again. */
const readPatience = 5000;
const readPauses: BackOff = { initial: 20, cap: 500, jitter: 0.2 };
/** Milliseconds that a commit waits for the followers of this process. */
const followersPatience = 10_000;

/** Throws TypeError for invalid options. Connects with the first call, and again after a lost connection. */
export function openEtcdStore(options: EtcdStoreOptions): Store {
  return new EtcdStore(options);
}

class EtcdStore implements Store {
  readonly remote = true;
  readonly #connection: EtcdConnection;
  readonly #keys: KeySpace;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #leases: Leases;
  readonly #progress: ProgressQuestion;
  readonly #followers = new Set<EtcdFollower>();
  /** The question for the latest revision that leaves at the end of this turn; undefined: there is none. */
  #question: Promise<Revision> | undefined;
  /** Writes under way; closing waits for them. */
  readonly #writing = new Set<Promise<unknown>>();
  readonly #end = new AbortController();
  #closing: Promise<void> | undefined;

  constructor({ servers, tls, prefix, clock, log }: EtcdStoreOptions) {
    this.#keys = new KeySpace(prefix);
    this.#connection = new EtcdConnection({ servers, clock, ...(tls === undefined ? {} : { tls }) });
    this.#clock = clock;
    this.#log = log;
    this.#leases = new Leases(async (ttl) => (await this.#read(leaseGrant, { ttl })).id, clock);
    this.#progress = new ProgressQuestion(this.#connection, () => this.#commitMark());
  }

  async latest(): Promise<Revision> {
    this.#assertOpen();
    this.#question ??= this.#askTogether();
    return this.#question;
  }

  async get(key: string): Promise<Entry | undefined> {
    this.#assertOpen();
    const { kvs } = await this.#read(range, { key: this.#keys.place(key) });
    return kvs[0] === undefined ? undefined : entryOf(kvs[0], this.#keys);
  }

  async range({ prefix, start, limit = Number.POSITIVE_INFINITY, revision }: Range): Promise<RangeResult> {
    this.#assertOpen();
    const { key, rangeEnd } = this.#keys.range(prefix, start);
    const entries: Entry[] = [];
    for (let from = key, shown = revision; ; ) {
      const size = Math.min(pageSize, limit - entries.length);
      const page = await this.#page({ key: from, rangeEnd, limit: size, revision: shown ?? 0 });
      shown ??= page.header?.revision ?? 0;
      for (const kv of page.kvs) entries.push(entryOf(kv, this.#keys));
      const remaining = page.count - page.kvs.length;
      const last = page.kvs.at(-1);
      if (remaining === 0 || last === undefined || entries.length >= limit) {
        return { revision: shown, entries, more: remaining > 0, remaining };
      }
      from = `${last.key}\0`;
    }
  }

  async commit(write: Write): Promise<CommitResult> {
    this.#assertOpen();
    assertWrite(write);
    const key = this.#keys.place(write.key);
    const done = this.#commit(write, key);
    const settled = done.catch(() => {}).finally(() => this.#writing.delete(settled));
    this.#writing.add(settled);
    return done;
  }

  async follow(options: Parameters<Store['follow']>[0]): Promise<void> {
    this.#assertOpen();
    const follower = new EtcdFollower({
      ...options,
      keys: this.#keys,
      openWatch: () => this.#connection.openWatch(),
      askProgress: (stream, quiet) => this.#progress.ask(stream, quiet),
      onShorter: (position) => void this.#checkShorter(follower, position),
      clock: this.#clock,
      log: this.#log,
    });
    this.#followers.add(follower);
    try {
      await follower.run();
    } finally {
      this.#followers.delete(follower);
    }
  }

  async compact(revision: Revision): Promise<void> {
    this.#assertOpen();
    if (revision < 1) return;
    try {
      await this.#read(compaction, { revision });
    } catch (error) {
      if (isFuture(cause(error))) throw new FutureRevisionError(revision, await this.#latest());
      if (!isCompacted(cause(error))) throw error;
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    await Promise.all(this.#writing);
    this.#end.abort();
    for (const follower of this.#followers) follower.lose(closedError());
    this.#connection.close();
  }

  async #commit(write: Write, key: string): Promise<CommitResult> {
    const answer = await this.#guarded(write, key).catch((error: unknown) => {
      if (write.ttlSeconds === undefined || !isLeaseGone(error)) throw writeFailure(error);
      // A store that was restored from a copy has no leases; nothing was written.
      this.#leases.forget(write.ttlSeconds);
      return this.#guarded(write, key).catch((again: unknown) => {
        throw writeFailure(again);
      });
    });
    if (!answer.succeeded) {
      const found = answer.responses.map(({ range }) => range?.kvs[0]);
      const guards = guardsOf(write);
      const at = guards.findIndex(({ revision }, index) => (found[index]?.modRevision ?? 0) !== revision);
      const held = found[Math.max(at, 0)];
      const overtaken = at > 0 ? guards[at]?.key : undefined;
      return {
        outcome: 'conflict',
        current: held === undefined ? undefined : entryOf(held, this.#keys),
        ...(overtaken === undefined ? {} : { overtaken }),
      };
    }
    const revision = answer.header?.revision ?? 0;
    await this.#told(revision);
    return { outcome: 'committed', revision };
  }

  async #guarded(write: Write, key: string) {
    const { value, together = [], ttlSeconds } = write;
    const lease = ttlSeconds === undefined ? 0n : await this.#leases.take(ttlSeconds);
    const guards = guardsOf(write).map((guard) => ({ key: this.#keys.place(guard.key), revision: guard.revision }));
    return this.#connection.call(txn, {
      compare: guards.map((guard) => ({
        result: 0,
        target: compareModRevision,
        key: guard.key,
        modRevision: guard.revision,
      })),
      success: [
        value === undefined ? { remove: { key } } : { put: { key, value, lease } },
        ...together.map((change) => {
          const place = this.#keys.place(change.key);
          return change.value === undefined ? { remove: { key: place } } : { put: { key: place, value: change.value } };
        }),
      ],
      failure: guards.map((guard) => ({ range: { key: guard.key } })),
    });
  }

  /** A commit is acknowledged when the followers of this process have it. */
  async #told(revision: Revision): Promise<void> {
    const behind = [...this.#followers].filter((follower) => follower.position < revision);
    const told = await Promise.all(behind.map((follower) => follower.told(revision, followersPatience)));
    if (told.every(Boolean)) return;
    const text = `the write is stored with revision ${revision}, but the watch on etcd is behind`;
    throw new StoreUnavailableError(text, { refused: false });
  }

  /** An ordinary commit, so that followers get it in order. */
  async #commitMark(): Promise<void> {
    await this.#connection.call(txn, { success: [{ put: { key: this.#keys.place(progressKey) } }] });
  }

  /**
   * One round trip for all callers of this turn. Later callers need another one: this one may miss what was acknowledged
   * meanwhile.
   */
  async #askTogether(): Promise<Revision> {
    await turn();
    this.#question = undefined;
    const revision = await this.#latest();
    for (const follower of this.#followers) follower.expect(revision);
    return revision;
  }

  async #latest(): Promise<Revision> {
    const { header } = await this.#read(range, { key: this.#keys.place('/'), countOnly: true });
    return header?.revision ?? 0;
  }

  async #page(request: { key: string; rangeEnd: Buffer; limit: number; revision: Revision }) {
    try {
      return await this.#read(range, request);
    } catch (error) {
      if (isFuture(cause(error))) throw new FutureRevisionError(request.revision, await this.#latest());
      if (!isCompacted(cause(error))) throw error;
      const oldest = await oldestRetained(await this.#connection.openWatch(), request.key, this.#end.signal);
      throw new CompactedError(request.revision, oldest);
    }
  }

  /** A call that may be put again: it changes nothing, or the same when it comes twice. */
  async #read<Q, A>(call: EtcdCall<Q, A>, value: Partial<Q>): Promise<A> {
    const end = this.#clock.monotonic() + readPatience;
    for (let failures = 1; ; failures++) {
      try {
        return await this.#connection.call(call, value);
      } catch (error) {
        if (this.#closing !== undefined) throw closedError();
        // A call that was not sent has waited for a connection already.
        if (!isPassing(error) || !error.sent || this.#clock.monotonic() >= end) throw readFailure(error);
        await awake(this.#clock.sleep(backOffDelay(readPauses, failures), this.#end.signal).catch(() => {}));
      }
    }
  }

  /** The member of a new watch knows less than the follower: it lags, or etcd was set back to an older state. */
  async #checkShorter(follower: EtcdFollower, position: Revision): Promise<void> {
    const latest = await this.#latestWhile(() => this.#followers.has(follower));
    if (latest === undefined || latest >= position) return;
    const text = `etcd went back from revision ${position} to ${latest}; it holds another state than before`;
    follower.lose(new StoreUnavailableError(text, { refused: true }));
  }

  /** Asks until etcd answers, while there is a waiter. Undefined: there is none. */
  async #latestWhile(needed: () => boolean): Promise<Revision | undefined> {
    for (let failures = 1; needed() && !this.#end.signal.aborted; failures++) {
      try {
        return await this.#latest();
      } catch {
        await this.#clock.sleep(backOffDelay(readPauses, failures), this.#end.signal).catch(() => {});
      }
    }
    return undefined;
  }

  #assertOpen(): void {
    if (this.#closing !== undefined) throw closedError();
  }
}

/** What `readFailure` wrapped. */
function cause(error: unknown): unknown {
  return error instanceof StoreUnavailableError ? error.cause : error;
}

function closedError(): StoreUnavailableError {
  return new StoreUnavailableError('the store is closed', { refused: true });
}

/** What keys must be at for a write, its own first. */
function guardsOf({ key, expected, onlyWhile, together = [] }: Write): readonly KeyVersion[] {
  return [
    { key, revision: expected },
    ...(onlyWhile === undefined ? [] : [onlyWhile]),
    ...together.map((change) => ({ key: change.key, revision: change.expected })),
  ];
}
