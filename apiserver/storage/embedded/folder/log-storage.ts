// The records of a store in a folder: which file is the current log, how large it may be, and what a failing disk means. New
// records stay in the WAL until they are moved to the log, many at a time. The log never shrinks; when too much of it is
// of no use any more, the rest is copied into a new one.

import type { Clock } from '../../../../shared/process/time/clock.ts';
import type { Log } from '../../../../shared/process/log/log.ts';
import type { AcknowledgedMark } from './acknowledged-mark.ts';
import { DataFolder, DataFolderError } from './data-folder.ts';
import { DurableLog, type LogChange } from '../log/durable-log.ts';
import type { LogEntry } from '../wal/frame.ts';
import type { WriteAheadLog } from '../wal/write-ahead-log.ts';
import { openFiles } from './open-files.ts';
import type { Exclusive, RecordLog } from '../log/record-log.ts';
import { type Revision, StoreUnavailableError } from '../../contract/store.ts';

export interface LogStorageOptions {
  /** The file may be larger than twice the records by this many bytes. */
  readonly slackBytes: number;
  /** Bytes of records in the WAL before they are moved to the log. */
  readonly journalBytes: number;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
  /** Whether records are on the disk when they count as written. Default true. */
  readonly flush?: boolean | undefined;
}

/** Records moved to the log in one write. */
const moveChunk = 250;
/** Writers wait for the move when this many times `journalBytes` wait. */
const mostWaiting = 16;

export class LogStorage implements RecordLog {
  readonly #folder: DataFolder;
  readonly #slackBytes: number;
  readonly #output: Log;
  readonly #journal: WriteAheadLog;
  readonly #mark: AcknowledgedMark;
  readonly #mostWaiting: number;
  #current: DurableLog;
  #moving: Promise<void> | undefined;
  /** Why the last move failed; undefined: it did not. */
  #unmoved: unknown;

  private constructor(
    folder: DataFolder,
    { current, journal, mark }: Awaited<ReturnType<typeof openFiles>>,
    { slackBytes, journalBytes, log }: LogStorageOptions,
  ) {
    this.#folder = folder;
    this.#current = current;
    this.#journal = journal;
    this.#mark = mark;
    this.#slackBytes = slackBytes;
    this.#mostWaiting = mostWaiting * journalBytes;
    this.#output = log;
  }

  /** Throws DataFolderError. On a full disk it opens: what the WAL holds is moved when there is room. */
  static async open(path: string, options: LogStorageOptions): Promise<LogStorage> {
    const folder = await DataFolder.open(path);
    try {
      const file = new LogStorage(folder, await openFiles(folder, options), options);
      // A failure is logged, and does not affect readers.
      await file.moveWaiting().catch(() => {});
      return file;
    } catch (error) {
      const full = await folder.isFull();
      await folder.release();
      if (error instanceof DataFolderError) throw error;
      const text = full ? `the disk is full (${messageOf(error)})` : messageOf(error);
      throw new DataFolderError(`the data folder ${folder.path} cannot be opened: ${text}`, { cause: error });
    }
  }

  get recordBytes(): number {
    return this.#current.recordBytes + this.#journal.waitingBytes;
  }

  get fileBytes(): number {
    return this.#current.size;
  }

  get(revision: Revision): Buffer | undefined {
    return this.#journal.get(revision) ?? this.#current.get(revision);
  }

  read(after: Revision, limit: number): LogEntry[] {
    const moved = this.#current.read(after, limit);
    if (moved.length === limit) return moved;
    return [...moved, ...this.#journal.after(moved.at(-1)?.revision ?? after, limit - moved.length)];
  }

  async *scan(): AsyncGenerator<readonly LogEntry[]> {
    yield* this.#current.scan();
    yield this.#journal.after(this.#current.last, Number.POSITIVE_INFINITY);
  }

  get compacted(): Revision {
    return this.#current.compacted;
  }

  async append(records: readonly LogEntry[]): Promise<void> {
    const journal = this.#journal;
    if (this.#unmoved instanceof StoreUnavailableError && !this.#unmoved.refused) throw this.#unmoved;
    if (journal.waitingBytes > this.#mostWaiting) await this.#move();
    let withdrawn = false;
    try {
      await journal.append(records, (sure) => (withdrawn = sure));
    } catch (error) {
      throw await this.#failure(error, withdrawn);
    }
    this.#mark.set(records.at(-1)?.revision ?? 0);
    if (journal.due) this.#move().catch(() => {});
  }

  async remove(removals: readonly Revision[]): Promise<void> {
    await this.#write({ removals });
  }

  /** Moves to the log what waits for it now. */
  async moveWaiting(): Promise<void> {
    await this.#moving?.catch(() => {});
    if (this.#journal.waitingBytes > 0) await this.#move();
  }

  async forget(compacted: Revision): Promise<void> {
    await this.#settle();
    await this.#write({ compacted });
  }

  async shrink(exclusive: Exclusive): Promise<void> {
    if (this.fileBytes <= 2 * this.recordBytes + this.#slackBytes) return;
    const path = this.#folder.nextFile();
    let next: DurableLog | undefined;
    try {
      const log = (next = await DurableLog.create(path, this.#folder.id));
      const copied = await this.#current.copyTo(log, 0);
      await exclusive(() => this.#switchTo(log, copied));
    } catch (error) {
      this.#output.warn('the data file could not be written anew', { error });
      if (this.#current === next) return;
      await next?.close();
      await this.#folder.discard(path);
    }
  }

  async close(): Promise<void> {
    await this.#settle().catch((error: unknown) => {
      this.#output.warn('records stay in the journal until the data folder is opened again', { error });
    });
    await this.#mark.settle(Math.max(this.#current.last, this.#journal.last ?? 1)).catch(() => {});
    await Promise.all([this.#mark.close(), this.#journal.close(), this.#current.close()]);
    await this.#folder.release();
  }

  /** Moves everything that waits to the log. Rejects as `append` does; what could not be moved stays in the WAL. */
  async #settle(): Promise<void> {
    // A move that is under way took what waited when it began, and may be about to open the log anew.
    await this.#moving?.catch(() => {});
    while (this.#journal.waitingBytes > 0) await this.#move();
  }

  #move(): Promise<void> {
    this.#moving ??= this.#moveNow().finally(() => (this.#moving = undefined));
    return this.#moving;
  }

  async #moveNow(): Promise<void> {
    const journal = this.#journal;
    try {
      for (let left = journal.after(0, Number.POSITIVE_INFINITY); left.length > 0; left = left.slice(moveChunk)) {
        const records = left.slice(0, moveChunk);
        await this.#write({ records });
        journal.settle(records.at(-1)?.revision ?? 0);
      }
      this.#unmoved = undefined;
    } catch (error) {
      if (this.#unmoved === undefined) this.#output.warn('records stay in the journal for now', { error });
      this.#unmoved = error;
      throw error;
    }
  }

  async #switchTo(next: DurableLog, copied: Revision): Promise<void> {
    await this.#settle();
    const old = this.#current;
    await old.copyTo(next, copied);
    await next.write({ compacted: old.compacted });
    await this.#folder.replace(next.path);
    this.#current = next;
    await old.close();
    await this.#folder.discard(old.path);
  }

  async #write(change: LogChange): Promise<void> {
    try {
      await this.#current.write(change);
    } catch (error) {
      throw await this.#failure(error, true);
    }
  }

  /** `unwritten`: it is sure that nothing was written. */
  async #failure(error: unknown, unwritten: boolean): Promise<StoreUnavailableError> {
    const text = (await this.#folder.isFull()) ? 'the disk is full' : messageOf(error);
    if (unwritten) return refusal(text, error);
    const message = `a write may be lost, the store must be opened again: ${text}`;
    return new StoreUnavailableError(message, { refused: false, cause: error });
  }
}

/** Nothing was written. */
export function refusal(text: string, cause?: unknown): StoreUnavailableError {
  return new StoreUnavailableError(`the store is read-only: ${text}`, { refused: true, cause });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
