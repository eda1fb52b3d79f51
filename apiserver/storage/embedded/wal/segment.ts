// One segment of the write-ahead log: frames of records, one after the other, in space that was filled with zeros before. So
// a frame is durable with one flush of its own pages: neither the file's length nor its blocks change.

import { constants, fdatasyncSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

import type { FlushPace } from './flush-pace.ts';
import { frameHead, frameOf, type LogEntry, recordsIn, wholeFrames } from './frame.ts';
import type { Revision } from '../../contract/store.ts';

/** Bytes by which the file grows. */
const growth = 256 * 1024;
/** A file that a burst made larger than this gives its space back when it starts anew. */
const largestKept = 4 * 2 ** 20;

/** Bytes of a frame that this thread may write: more of them take even a quick disk some time. */
const mostHeld = 64 * 1024;

/** On Linux a write waits for the disk by itself, which saves a second system call. */
const flushesItself = process.platform === 'linux';

export interface SegmentOptions {
  /** Of the data folder; frames of others do not count. */
  readonly id: Buffer;
  /** A missing file is made. */
  readonly create: boolean;
  /** Of the disk that it lies on. */
  readonly pace: FlushPace;
  /** Whether a frame is on the disk when it counts as written. Default true. */
  readonly flush?: boolean;
}

export class Segment {
  readonly #handle: FileHandle;
  readonly #pace: FlushPace;
  readonly #flush: boolean;
  #size: number;
  #used = 0;
  readonly #id: Buffer;

  private constructor(handle: FileHandle, size: number, { id, pace, flush = true }: SegmentOptions) {
    this.#handle = handle;
    this.#pace = pace;
    this.#flush = flush && !flushesItself;
    this.#id = id;
    this.#size = size;
  }

  /** Rejects with the system's error, also when the file is missing and is not to be made. */
  static async open(path: string, options: SegmentOptions): Promise<Segment> {
    const { create, flush = true } = options;
    const flags =
      constants.O_RDWR | (create ? constants.O_CREAT : 0) | (flush && flushesItself ? constants.O_DSYNC : 0);
    const handle = await open(path, flags, 0o600);
    try {
      return new Segment(handle, (await handle.stat()).size, options);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Bytes from the beginning that hold frames of use. */
  get used(): number {
    return this.#used;
  }

  /**
   * The records after a revision that the file holds from before it was opened; called once, before anything is appended,
   * which then goes on behind them. Every whole frame counts, also behind broken ones: a frame that a crash cut off, or
   * damage, shows as a gap in the revisions. Frames of a pass before lie behind those of the last one, with revisions that
   * the log has.
   */
  async read(after: Revision): Promise<readonly LogEntry[]> {
    const bytes = await this.#contents();
    const entries: LogEntry[] = [];
    for (const { at, end } of wholeFrames(bytes, this.#id)) {
      const records = recordsIn(bytes.subarray(at + frameHead, end)).filter(({ revision }) => revision > after);
      // In memory of their own: they stay until they are moved.
      for (const { revision, record } of records) entries.push({ revision, record: Buffer.from(record) });
      if (records.length > 0) this.#used = end;
    }
    return entries;
  }

  /** Starts anew at the beginning: what the file holds is of no use any more. */
  async restart(): Promise<void> {
    if (this.#size > largestKept) {
      await this.#handle.truncate(growth);
      this.#size = growth;
    }
    this.#used = 0;
  }

  /**
   * Resolves when the records are on the disk, with the same records in memory of their own. A single small one may be
   * written on this thread. Rejects with the system's error; `withdrawn` then says whether it is certain that they will never
   * be read.
   */
  async append(records: readonly LogEntry[], onFailure: (withdrawn: boolean) => void): Promise<readonly LogEntry[]> {
    const frame = frameOf(records, this.#id);
    try {
      const end = this.#used + frame.length;
      if (end > this.#size) await this.#grow(end);
    } catch (error) {
      onFailure(true);
      throw error;
    }
    try {
      const small = records.length === 1 && frame.length <= mostHeld;
      if (small && this.#pace.mayHold()) this.#writeNow(frame, this.#used);
      else await this.#write(frame, this.#used);
    } catch (error) {
      onFailure(await this.#withdraw());
      throw error;
    }
    this.#used += frame.length;
    return recordsIn(frame.subarray(frameHead));
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #contents(): Promise<Buffer> {
    const bytes = Buffer.alloc(this.#size);
    let at = 0;
    while (at < bytes.length) {
      const { bytesRead } = await this.#handle.read(bytes, at, bytes.length - at, at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes;
  }

  /** Fills the file with zeros as far as `end` needs it. */
  async #grow(end: number): Promise<void> {
    const size = Math.ceil(end / growth) * growth;
    await this.#write(Buffer.alloc(size - this.#size), this.#size);
    this.#size = size;
  }

  /** After a failed write: makes what reached the disk of the frame unreadable. */
  async #withdraw(): Promise<boolean> {
    try {
      await this.#write(Buffer.alloc(frameHead), this.#used);
      return true;
    } catch {
      return false;
    }
  }

  async #write(bytes: Buffer, position: number): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, at, bytes.length - at, position + at);
      at += bytesWritten;
    }
    if (this.#flush) await this.#handle.datasync();
  }

  /** The same on this thread. */
  #writeNow(bytes: Buffer, position: number): void {
    const { fd } = this.#handle;
    this.#pace.hold(() => {
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, position + at);
      if (this.#flush) fdatasyncSync(fd);
    });
  }
}
