// The log of a store and the folder it lies in: which file is the current one, how large it may be, and what a failing disk
// means. New records lie in the journal until they are moved to the log, many at a time. The log never shrinks; when too
// much of it is free it is copied into a new one.

import { basename } from 'node:path';

import type { Clock } from '../../shared/process/clock.ts';
import type { Log } from '../../shared/process/log.ts';
import { DataFolder, DataFolderError } from './data-folder.ts';
import { DurableLog, type LogChange, type LogEntry } from './durable-log.ts';
import { Journal } from './journal.ts';
import { JournalDamagedError } from './journal-file.ts';
import { faultOfLog } from './log-header.ts';
import { type Revision, StoreUnavailableError } from './store.ts';

export interface LogFileOptions {
  /** The file may be larger than twice the records by this many bytes. */
  readonly slackBytes: number;
  /** Records of this many bytes lie in the journal before they move to the log. */
  readonly journalBytes: number;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Log;
}

/** Records moved to the log in one transaction. */
const moveChunk = 250;
/** Writers wait for the move when this many times `journalBytes` wait. */
const mostWaiting = 16;

/** Runs a job while nothing is written. */
export type Exclusive = (job: () => Promise<void>) => Promise<void>;

export class LogFile {
  readonly #folder: DataFolder;
  readonly #slackBytes: number;
  readonly #output: Log;
  /** Undefined: nothing is flushed, so nothing is gained by it. */
  readonly #journal: Journal | undefined;
  readonly #mostWaiting: number;
  #current: DurableLog;
  #moving: Promise<void> | undefined;
  /** Why the last move failed; undefined: it did not. */
  #unmoved: unknown;
  #recordBytes = 0;
  /** The file may be larger than this many times its records, beside the slack. */
  #mostTimes = 2;

  private constructor(
    folder: DataFolder,
    current: DurableLog,
    journal: Journal | undefined,
    { slackBytes, journalBytes, log }: LogFileOptions,
  ) {
    this.#folder = folder;
    this.#current = current;
    this.#journal = journal;
    this.#slackBytes = slackBytes;
    this.#mostWaiting = mostWaiting * journalBytes;
    this.#output = log;
  }

  /** `path` undefined: in memory. Throws DataFolderError. */
  static async open(path: string | undefined, options: LogFileOptions): Promise<LogFile> {
    const folder = await DataFolder.open(path);
    let current: DurableLog | undefined;
    let journal: Journal | undefined;
    try {
      const fault = await faultOfLog(folder.file);
      if (fault !== undefined) throw folder.damage(`${basename(folder.file)} ${fault}`);
      current = new DurableLog(folder.file, { durable: !folder.temporary });
      journal = folder.temporary ? undefined : await openJournal(folder, options);
      if (journal !== undefined) await replay(folder, journal, current);
      await folder.adopt();
      // What is read from here on keeps no pages.
      await current.releasePages(0);
      return new LogFile(folder, current, journal, options);
    } catch (error) {
      await Promise.all([current?.close(), journal?.close()]);
      await folder.release();
      if (error instanceof DataFolderError) throw error;
      throw new DataFolderError(`the data folder ${folder.path} cannot be opened: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  /** Bytes of all records in the file, as far as `scan` and the writes since saw them. */
  get recordBytes(): number {
    return this.#recordBytes;
  }

  fileSize(): Promise<number> {
    return this.#current.fileSize();
  }

  get(revision: Revision): Buffer | undefined {
    return this.#journal?.get(revision) ?? this.#current.get(revision);
  }

  read(after: Revision, limit: number): LogEntry[] {
    const moved = this.#current.read(after, limit);
    if (this.#journal === undefined || moved.length === limit) return moved;
    return [...moved, ...this.#journal.after(moved.at(-1)?.revision ?? after, limit - moved.length)];
  }

  /** Every record, in order and in pieces; called once, before the first write. */
  async *scan(): AsyncGenerator<readonly LogEntry[]> {
    for await (const entries of this.#current.scan()) {
      for (const { record } of entries) this.#recordBytes += record.length;
      yield entries;
    }
  }

  compacted(): Revision {
    return this.#current.compacted();
  }

  /** Resolves when the records are durable. Rejects with StoreUnavailableError; `refused` false: they may be there or not. */
  append(records: readonly LogEntry[]): Promise<void> {
    return this.#journal === undefined ? this.#writeAll(records) : this.#journalize(this.#journal, records);
  }

  /** Records that were in the log when `forget` resolved. Others may be appended meanwhile. */
  async remove(removals: readonly Revision[]): Promise<void> {
    const bytes = removals.reduce((sum, revision) => sum + this.#current.lengthOf(revision), 0);
    await this.#write({ removals });
    this.#recordBytes -= bytes;
  }

  /** Moves to the log what waits for it now. Records may be appended meanwhile. Rejects as `append` does. */
  async moveWaiting(): Promise<void> {
    await this.#moving?.catch(() => {});
    if (this.#journal !== undefined && this.#journal.waitingBytes > 0) await this.#move(this.#journal);
  }

  /** Notes up to which revision history is forgotten. Nothing is appended meanwhile. */
  async forget(compacted: Revision): Promise<void> {
    await this.#settle();
    await this.#write({ compacted });
  }

  /** Gives space back when it is worth the copy. Records may be appended meanwhile, not removed. A failure is logged. */
  async shrink(exclusive: Exclusive): Promise<void> {
    const size = await this.fileSize();
    if (size <= this.#mostTimes * this.#recordBytes + this.#slackBytes) return;
    const path = this.#folder.nextFile();
    const next = new DurableLog(path, { durable: !this.#folder.temporary });
    try {
      const copied = await this.#current.copyTo(next, 0);
      await exclusive(() => this.#switchTo(next, copied));
      // Records that fill their pages badly: another copy of them would be as large.
      const least = ((await next.fileSize()) - this.#slackBytes) / Math.max(this.#recordBytes, 1);
      this.#mostTimes = Math.max(2, 1.25 * least);
    } catch (error) {
      this.#output.warn('the data file could not be written anew', { error });
      if (this.#current === next) return;
      await next.close();
      await this.#folder.discard(path);
    }
  }

  async close(): Promise<void> {
    await this.#settle().catch((error: unknown) => {
      this.#output.warn('records stay in the journal until the data folder is opened again', { error });
    });
    await this.#journal?.close();
    await this.#current.close();
    await this.#folder.release();
  }

  async #writeAll(records: readonly LogEntry[]): Promise<void> {
    await this.#write({ records });
    this.#count(records);
  }

  #count(records: readonly LogEntry[]): void {
    for (const { record } of records) this.#recordBytes += record.length;
  }

  async #journalize(journal: Journal, records: readonly LogEntry[]): Promise<void> {
    if (this.#unmoved instanceof StoreUnavailableError && !this.#unmoved.refused) throw this.#unmoved;
    if (journal.waitingBytes > this.#mostWaiting) await this.#move(journal);
    let withdrawn = false;
    try {
      await journal.append(records, (sure) => (withdrawn = sure));
    } catch (error) {
      throw await this.#failure(error, withdrawn);
    }
    this.#count(records);
    if (journal.due) this.#move(journal).catch(() => {});
  }

  /** Moves everything that waits to the log. Rejects as `append` does; what could not be moved stays in the journal. */
  async #settle(): Promise<void> {
    // A move that is under way took what waited when it began, and may be about to open the log anew.
    await this.#moving?.catch(() => {});
    while (this.#journal !== undefined && this.#journal.waitingBytes > 0) await this.#move(this.#journal);
  }

  #move(journal: Journal): Promise<void> {
    this.#moving ??= this.#moveNow(journal).finally(() => (this.#moving = undefined));
    return this.#moving;
  }

  async #moveNow(journal: Journal): Promise<void> {
    try {
      for (let left = journal.after(0, Number.POSITIVE_INFINITY); left.length > 0; left = left.slice(moveChunk)) {
        const records = left.slice(0, moveChunk);
        await this.#write({ records });
        journal.settle(records.at(-1)?.revision ?? 0);
      }
      await this.#current.releasePages();
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
    await next.write({ compacted: old.compacted() });
    await this.#folder.replace(next.path);
    this.#current = next;
    await old.close();
    await this.#folder.discard(old.path);
  }

  async #write(change: LogChange): Promise<void> {
    try {
      await this.#current.write(change);
    } catch (error) {
      const first = change.records?.[0];
      throw await this.#failure(error, first === undefined || !this.#current.has(first.revision));
    }
  }

  /** `unwritten`: it is sure that nothing was written. */
  async #failure(error: unknown, unwritten: boolean): Promise<StoreUnavailableError> {
    // A partly written page comes as an input/output error; the disk itself says more.
    const text = (await this.#folder.isFull()) ? 'the disk is full' : messageOf(error);
    if (unwritten) return refusal(text, error);
    const message = `a write may be lost, the store must be opened again: ${text}`;
    return new StoreUnavailableError(message, { refused: false, cause: error });
  }
}

async function openJournal(folder: DataFolder, { journalBytes, clock }: LogFileOptions): Promise<Journal> {
  try {
    return await Journal.open(folder.path, { create: !folder.adopted, turnBytes: journalBytes, clock });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw folder.damage('its journal is missing');
    throw error;
  }
}

/** Brings what the journal holds from before into the log. A crash meanwhile changes nothing. */
async function replay(folder: DataFolder, journal: Journal, log: DurableLog): Promise<void> {
  const last = log.last();
  const records = (await recovered(folder, journal)).filter(({ revision }) => revision > last);
  // A new store's first revision is 2.
  const first = Math.max(last, 1) + 1;
  const gap = records.findIndex(({ revision }, at) => revision !== first + at);
  if (gap >= 0) throw folder.damage(`revision ${first + gap} is missing in its journal`);
  for (let at = 0; at < records.length; at += moveChunk)
    await log.write({ records: records.slice(at, at + moveChunk) });
}

async function recovered(folder: DataFolder, journal: Journal): Promise<readonly LogEntry[]> {
  try {
    return await journal.recover();
  } catch (error) {
    throw error instanceof JournalDamagedError ? folder.damage(`its journal: ${error.message}`) : error;
  }
}

/** Nothing was written. */
export function refusal(text: string, cause?: unknown): StoreUnavailableError {
  return new StoreUnavailableError(`the store is read-only: ${text}`, { refused: true, cause });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
