// One file of the journal: frames of records, one after the other, in space that was filled with zeros before. So a frame
// is durable with one flush of its own pages: neither the file's length nor its blocks change.

import { randomBytes } from 'node:crypto';
import { constants, fdatasyncSync, writeSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

import type { LogEntry } from './durable-log.ts';
import type { FlushPace } from './flush-pace.ts';

// Frame: length of the records (4 bytes), checksum of all that follows it (4), generation (8), records.
// Record: revision (8), length (4), bytes.
const checksumAt = 4;
const generationAt = 8;
const generationLength = 8;
const frameHead = generationAt + generationLength;
const recordHead = 12;

/** Bytes by which the file grows. */
const growth = 256 * 1024;
/** A file that a burst made larger than this gives its space back when it starts anew. */
const largestKept = 4 * 2 ** 20;

/** Bytes of a frame that this thread may write: more of them take even a quick disk some time. */
const mostHeld = 64 * 1024;

/** On Linux a write waits for the disk by itself, which saves a second system call. */
const flushesItself = process.platform === 'linux';

/** Frames that were acknowledged cannot be read: something else than a crash has changed the file. */
export class JournalDamagedError extends Error {
  override readonly name = 'JournalDamagedError';
}

export class JournalFile {
  readonly #handle: FileHandle;
  readonly #pace: FlushPace;
  #size: number;
  #used = 0;
  /** Tells the frames of this pass over the file from those of passes before. Nobody outside can guess it. */
  #generation: Buffer = randomBytes(generationLength);

  private constructor(handle: FileHandle, size: number, pace: FlushPace) {
    this.#handle = handle;
    this.#pace = pace;
    this.#size = size;
  }

  /** `create`: a missing file is made. Otherwise it rejects with the system's error. `pace`: of the disk that it lies on. */
  static async open(path: string, create: boolean, pace: FlushPace): Promise<JournalFile> {
    const flags = constants.O_RDWR | (create ? constants.O_CREAT : 0) | (flushesItself ? constants.O_DSYNC : 0);
    const handle = await open(path, flags, 0o600);
    try {
      return new JournalFile(handle, (await handle.stat()).size, pace);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Bytes of the frames of this pass. */
  get used(): number {
    return this.#used;
  }

  /**
   * The records that the file holds from before it was opened. A frame that a crash cut off ends them. Throws
   * JournalDamagedError when whole frames follow a broken one: a crash leaves only the last one unfinished. (Behind a broken
   * first one those of the pass before may follow.)
   */
  async read(): Promise<readonly LogEntry[]> {
    const bytes = await this.#contents();
    const generation = bytes.subarray(generationAt, frameHead);
    const entries: LogEntry[] = [];
    let at = 0;
    for (let end = endOfFrame(bytes, at, generation); end !== undefined; end = endOfFrame(bytes, at, generation)) {
      // In memory of their own: few of them are needed for long.
      for (const { revision, record } of recordsIn(bytes.subarray(at + frameHead, end)))
        entries.push({ revision, record: Buffer.from(record) });
      at = end;
    }
    if (at > 0 && holdsFrame(bytes, at, generation)) throw new JournalDamagedError('a frame in its middle is broken');
    return entries;
  }

  /** Starts anew at the beginning: what the file holds is of no use any more. */
  async restart(): Promise<void> {
    if (this.#size > largestKept) {
      await this.#handle.truncate(growth);
      this.#size = growth;
    }
    this.#used = 0;
    this.#generation = randomBytes(generationLength);
  }

  /**
   * Resolves when the records are on the disk, with the same records in memory of their own. A single small one may be
   * written on this thread. Rejects with the system's error; `withdrawn` then tells whether it is sure that nobody will read them.
   */
  async append(records: readonly LogEntry[], onFailure: (withdrawn: boolean) => void): Promise<readonly LogEntry[]> {
    const frame = frameOf(records, this.#generation);
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
    if (!flushesItself) await this.#handle.datasync();
  }

  /** The same on this thread. */
  #writeNow(bytes: Buffer, position: number): void {
    const { fd } = this.#handle;
    this.#pace.hold(() => {
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, position + at);
      if (!flushesItself) fdatasyncSync(fd);
    });
  }
}

function frameOf(records: readonly LogEntry[], generation: Buffer): Buffer {
  const length = records.reduce((sum, { record }) => sum + recordHead + record.length, 0);
  // Not in Node's pool: the records stay in memory for seconds, and would keep all that is written there beside them.
  const frame = Buffer.allocUnsafeSlow(frameHead + length);
  frame.writeUInt32BE(length, 0);
  generation.copy(frame, generationAt);
  let at = frameHead;
  for (const { revision, record } of records) {
    frame.writeDoubleBE(revision, at);
    frame.writeUInt32BE(record.length, at + 8);
    record.copy(frame, at + recordHead);
    at += recordHead + record.length;
  }
  frame.writeUInt32BE(crc32(frame.subarray(generationAt)), checksumAt);
  return frame;
}

/** Where the frame at `at` ends; undefined: there is no whole frame of this generation. */
function endOfFrame(bytes: Buffer, at: number, generation: Buffer): number | undefined {
  if (at + frameHead > bytes.length) return undefined;
  const length = bytes.readUInt32BE(at);
  const end = at + frameHead + length;
  if (length === 0 || end > bytes.length) return undefined;
  if (generation.compare(bytes, at + generationAt, at + frameHead) !== 0) return undefined;
  return crc32(bytes.subarray(at + generationAt, end)) === bytes.readUInt32BE(at + checksumAt) ? end : undefined;
}

/** Whether a whole frame of this generation starts anywhere after `from`. */
function holdsFrame(bytes: Buffer, from: number, generation: Buffer): boolean {
  let found = bytes.indexOf(generation, from + generationAt + 1);
  for (; found >= 0; found = bytes.indexOf(generation, found + 1)) {
    if (endOfFrame(bytes, found - generationAt, generation) !== undefined) return true;
  }
  return false;
}

/** The records of a whole frame behind its head, in its memory. */
function recordsIn(frame: Buffer): LogEntry[] {
  const entries: LogEntry[] = [];
  for (let at = 0; at < frame.length; ) {
    const start = at + recordHead;
    const end = start + frame.readUInt32BE(at + 8);
    entries.push({ revision: frame.readDoubleBE(at), record: frame.subarray(start, end) });
    at = end;
  }
  return entries;
}
