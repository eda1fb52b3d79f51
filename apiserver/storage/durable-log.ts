// The log on disk: revision -> record, in one LMDB tree that grows at its right end. `write` is one transaction with one
// flush; when it resolves the records are on the disk. Reads are synchronous and never leave a transaction open.

import { stat } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';

import { open as openEnvironment, type PutOptions, type RootDatabase } from 'lmdb';

import type { Revision } from './store.ts';

/** A record with its place in the log. */
export interface LogEntry {
  readonly revision: Revision;
  readonly record: Buffer;
}

export interface LogChange {
  /** New records; revisions ascend and are greater than all before. */
  readonly records?: readonly LogEntry[];
  /** Records that leave the log. */
  readonly removals?: readonly Revision[];
  /** The revision up to which history is forgotten. */
  readonly compacted?: Revision;
}

/** Where the log keeps the compacted revision; records start at 2. */
const compactedAt = 0;

/** The declarations of the library leave out the options of the asynchronous `put`. */
interface LogDatabase extends RootDatabase<Buffer, number> {
  put(revision: number, record: Buffer, options?: PutOptions | number): Promise<boolean>;
}

/** Records copied or read before others get a turn. */
const chunkSize = 500;

/** Bytes that are read or written before the pages they lie in are let go. */
const mappedBytes = 16 * 2 ** 20;

export class DurableLog {
  readonly path: string;
  readonly #durable: boolean;
  /** Undefined: the pages of the file were let go; who needs it next opens it. */
  #opened: LogDatabase | undefined;
  #closed = false;
  /** Bytes read and written since the file was opened. */
  #touchedBytes = 0;
  /** Whether something was written since the file was opened. */
  #written = false;
  /** Transactions under way. */
  #writing = 0;

  /** `durable` false: nothing is flushed (a store that lives in memory). Throws when the file cannot be opened. */
  constructor(path: string, { durable }: { readonly durable: boolean }) {
    this.path = path;
    this.#durable = durable;
    this.#opened = this.#open();
  }

  /** Throws when the file cannot be opened again; whoever comes next tries anew. */
  get #database(): LogDatabase {
    if (this.#closed) throw new Error(`the log ${this.path} is closed`);
    this.#opened ??= this.#open();
    return this.#opened;
  }

  #open(): LogDatabase {
    return openEnvironment<Buffer, number>({
      path: this.path,
      noSubdir: true,
      encoding: 'binary',
      maxDbs: 1,
      overlappingSync: false,
      noSync: !this.#durable,
      // Pages are mapped a few at a time: otherwise every page that was ever looked at, up to the whole file after a start,
      // would count as memory of the process.
      remapChunks: true,
      // One `batch` is one transaction; the automatic batches of the library would leave a second promise behind that
      // nobody can handle when the disk is full.
      eventTurnBatching: false,
    });
  }

  /** One transaction. Rejects when nothing was written, or (see `has`) when the flush failed. */
  async write(change: LogChange): Promise<void> {
    const database = this.#database;
    this.#written = true;
    this.#writing += 1;
    try {
      await database.batch(() => {
        if (change.compacted !== undefined) settle(database.put(compactedAt, encodeRevision(change.compacted)));
        for (const revision of change.removals ?? []) settle(database.remove(revision));
        for (const { revision, record } of change.records ?? []) {
          settle(database.put(revision, record, { append: true }));
        }
      });
    } catch (error) {
      throw await causeOf(error);
    } finally {
      this.#writing -= 1;
      for (const { record } of change.records ?? []) this.#touchedBytes += record.length;
      database.resetReadTxn();
    }
  }

  /** The record of a revision, in memory of its own. */
  get(revision: Revision): Buffer | undefined {
    this.#releaseRead();
    const record = this.#database.getBinary(revision);
    this.#touchedBytes += record?.length ?? 0;
    return record;
  }

  /** Bytes of the record of a revision, which is not copied for it; 0: there is none. */
  lengthOf(revision: Revision): number {
    this.#releaseRead();
    return this.#database.getBinaryFast(revision)?.length ?? 0;
  }

  has(revision: Revision): boolean {
    return this.#database.doesExist(revision);
  }

  /** 0: never compacted. */
  compacted(): Revision {
    return this.#database.getBinary(compactedAt)?.readDoubleBE(0) ?? 0;
  }

  /** The last revision that is or was in the log; 0: none. */
  last(): Revision {
    const [newest = 0] = this.#database.getKeys({ reverse: true, limit: 1 });
    return Math.max(newest, this.compacted());
  }

  /** At most `limit` records with revisions greater than `after`, ascending. */
  read(after: Revision, limit: number): LogEntry[] {
    this.#releaseRead();
    const entries: LogEntry[] = [];
    for (const { key, value } of this.#database.getRange({ start: after + 1, limit })) {
      entries.push({ revision: key, record: value });
      this.#touchedBytes += value.length;
    }
    return entries;
  }

  /** Every record, in pieces between which others get a turn. */
  async *scan(after: Revision = 0): AsyncGenerator<readonly LogEntry[]> {
    for (let last = after; ; await turn()) {
      const entries = this.read(last, chunkSize);
      const end = entries.at(-1);
      if (end === undefined) return;
      yield entries;
      last = end.revision;
    }
  }

  /** Copies every record after `after` to the end of another log; answers the last revision copied. */
  async copyTo(target: DurableLog, after: Revision): Promise<Revision> {
    let last = after;
    for await (const records of this.scan(after)) {
      await target.write({ records });
      last = records.at(-1)?.revision ?? last;
    }
    return last;
  }

  /** Size of the file in bytes, pages that wait to be used again included. */
  async fileSize(): Promise<number> {
    return (await stat(this.path)).size;
  }

  /** Resolves when what is being written is written; whoever reads or writes from here on gets an error. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#opened?.close();
  }

  /**
   * Lets the pages go that were read and written: they stay mapped, and count as memory of the process; after a start, or
   * much that was written, a good part of the file would. Does nothing while less than `least` bytes have gathered, or
   * something is being written. Who comes before the file is closed opens it beside: the library counts those who have
   * it, so that nothing fails, and the pages stay until the next time.
   */
  async releasePages(least = mappedBytes): Promise<void> {
    if (this.#writing === 0 && this.#written && this.#touchedBytes >= least) await this.#release();
  }

  /** The same before a read, at once, which is possible as long as nothing was written. */
  #releaseRead(): void {
    if (!this.#written && this.#touchedBytes >= mappedBytes) settle(this.#release());
  }

  async #release(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    this.#touchedBytes = 0;
    this.#written = false;
    await opened?.close();
  }
}

function encodeRevision(revision: Revision): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeDoubleBE(revision);
  return bytes;
}

/** A write inside a batch shares the fate of the batch, which its caller handles. */
function settle(write: Promise<unknown>): void {
  write.catch(() => {});
}

/** The library rejects with a note that the real error follows in a promise of its own. */
async function causeOf(error: unknown): Promise<unknown> {
  const { commitError } = error as { commitError?: Promise<never> };
  if (!(commitError instanceof Promise)) return error;
  return commitError.then(
    () => error,
    (cause: unknown) => cause,
  );
}
