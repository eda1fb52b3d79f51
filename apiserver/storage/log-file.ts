// The log of a store and the folder it lies in: which file is the current one, how large it may be, and what a failing disk
// means. A file never shrinks; when too much of it is free it is copied into a new one.

import type { Log } from '../../shared/process/log.ts';
import { DataFolder, DataFolderError } from './data-folder.ts';
import { DurableLog, type LogChange, type LogEntry } from './durable-log.ts';
import { type Revision, StoreUnavailableError } from './store.ts';

export interface LogFileOptions {
  /** The file may be larger than twice the records by this many bytes. */
  readonly slackBytes: number;
  readonly log: Log;
}

/** Runs a job while nothing is written. */
export type Exclusive = (job: () => Promise<void>) => Promise<void>;

export class LogFile {
  readonly #folder: DataFolder;
  readonly #slackBytes: number;
  readonly #output: Log;
  #current: DurableLog;
  #recordBytes = 0;
  #sizeWhenWritten = 0;

  private constructor(folder: DataFolder, current: DurableLog, options: LogFileOptions) {
    this.#folder = folder;
    this.#current = current;
    this.#slackBytes = options.slackBytes;
    this.#output = options.log;
  }

  /** `path` undefined: in memory. Throws DataFolderError. */
  static async open(path: string | undefined, options: LogFileOptions): Promise<LogFile> {
    const folder = await DataFolder.open(path);
    try {
      const current = new DurableLog(folder.file, { durable: !folder.temporary });
      await folder.adopt();
      return new LogFile(folder, current, options);
    } catch (error) {
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
    return this.#current.get(revision);
  }

  read(after: Revision, limit: number): LogEntry[] {
    return this.#current.read(after, limit);
  }

  /** Every record, in order; called once, before the first write. */
  async *scan(): AsyncGenerator<LogEntry> {
    for await (const entries of this.#current.scan()) {
      for (const entry of entries) this.#recordBytes += entry.record.length;
      yield* entries;
    }
  }

  compacted(): Revision {
    return this.#current.compacted();
  }

  /** Resolves when the records are durable. Rejects with StoreUnavailableError; `refused` false: they may be there or not. */
  async append(records: readonly LogEntry[]): Promise<void> {
    await this.#write({ records });
    for (const { record } of records) this.#recordBytes += record.length;
  }

  async remove(removals: readonly Revision[]): Promise<void> {
    const bytes = removals.reduce((sum, revision) => sum + (this.get(revision)?.length ?? 0), 0);
    await this.#write({ removals });
    this.#recordBytes -= bytes;
  }

  /** Notes up to which revision history is forgotten. */
  async forget(compacted: Revision): Promise<void> {
    await this.#write({ compacted });
  }

  /** Gives space back when it is worth the copy. Records may be appended meanwhile, not removed. A failure is logged. */
  async shrink(exclusive: Exclusive): Promise<void> {
    const size = await this.fileSize();
    if (size <= 2 * this.#recordBytes + this.#slackBytes || size <= 1.25 * this.#sizeWhenWritten) return;
    const path = this.#folder.nextFile();
    const next = new DurableLog(path, { durable: !this.#folder.temporary });
    try {
      const copied = await this.#current.copyTo(next, 0);
      await exclusive(() => this.#switchTo(next, copied));
      this.#sizeWhenWritten = await next.fileSize();
    } catch (error) {
      this.#output.warn('the data file could not be written anew', { error });
      if (this.#current === next) return;
      await next.close();
      await this.#folder.discard(path);
    }
  }

  async close(): Promise<void> {
    await this.#current.close();
    await this.#folder.release();
  }

  async #switchTo(next: DurableLog, copied: Revision): Promise<void> {
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
      // A partly written page comes as an input/output error; the disk itself says more.
      const text = (await this.#folder.isFull()) ? 'the disk is full' : messageOf(error);
      const first = change.records?.[0];
      if (first === undefined || !this.#current.has(first.revision)) throw refusal(text, error);
      const message = `a write may be lost, the store must be opened again: ${text}`;
      throw new StoreUnavailableError(message, { refused: false, cause: error });
    }
  }
}

/** Nothing was written. */
export function refusal(text: string, cause?: unknown): StoreUnavailableError {
  return new StoreUnavailableError(`the store is read-only: ${text}`, { refused: true, cause });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
