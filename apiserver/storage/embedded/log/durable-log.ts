// The log on disk: one file of frames that only grows. A frame holds new records, or a note: which records left the log, or
// up to which revision history is forgotten. When `write` resolves it is on the disk. Reads are synchronous.

import { readSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';

import { claimedLength, endOfFrame, frameHead, frameOf, type LogEntry, recordHead, recordsIn } from '../wal/frame.ts';
import { type Place, RecordPlaces } from './record-places.ts';
import type { Revision } from '../../contract/store.ts';

export interface LogChange {
  /** New records; revisions ascend and are greater than all before. */
  readonly records?: readonly LogEntry[];
  /** Records that leave the log. */
  readonly removals?: readonly Revision[];
  /** The revision up to which history is forgotten. */
  readonly compacted?: Revision;
}

// Notes stand in place of records, under revisions that no record has.
const compactedNote = 0;
const removalsNote = -1;

/** Records copied or read before others get a turn. */
const chunkSize = 500;
/** A frame is closed when it has this many bytes. */
const frameBytes = 2 ** 20;
/** Bytes read at once when the file is opened, if its frames are not larger. */
const windowBytes = 4 * 2 ** 20;
/** Records that are read together are read with one call when no more bytes than this lie between them. */
const bridged = 4096;

export class DurableLog {
  readonly path: string;
  readonly #handle: FileHandle;
  readonly #id: Buffer;
  readonly #places = new RecordPlaces();
  #compacted: Revision = 0;
  /** Where the next frame begins. */
  #end = 0;
  #broken = 0;
  /** Writes follow each other. */
  #writing: Promise<void> = Promise.resolve();
  #closed = false;

  private constructor(path: string, handle: FileHandle, id: Buffer) {
    this.path = path;
    this.#handle = handle;
    this.#id = id;
  }

  /** Makes an empty log. `id`: of the data folder. Rejects with the system's error. */
  static async create(path: string, id: Buffer): Promise<DurableLog> {
    return new DurableLog(path, await open(path, 'wx+', 0o600), id);
  }

  /** Reads a log up to its first broken frame. Rejects with the system's error. */
  static async open(path: string, id: Buffer): Promise<DurableLog> {
    const log = new DurableLog(path, await open(path, 'r+'), id);
    try {
      await log.#load();
      return log;
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  /** Size of the file in bytes. */
  get size(): number {
    return this.#end;
  }

  /** Bytes of all records. */
  get recordBytes(): number {
    return this.#places.bytes;
  }

  /** Bytes behind the last whole frame when the file was opened. */
  get brokenBytes(): number {
    return this.#broken;
  }

  /** Cuts those off. Called before anything is written. Rejects with the system's error. */
  async cutBroken(): Promise<void> {
    await this.#handle.truncate(this.#end);
    this.#broken = 0;
  }

  /** 0: never compacted. */
  get compacted(): Revision {
    return this.#compacted;
  }

  /** The last revision that is or was in the log; 0: none. */
  get last(): Revision {
    return Math.max(this.#places.last, this.#compacted);
  }

  /** Rejects when nothing was written. What of it reached the disk is overwritten by the next write. */
  write(change: LogChange): Promise<void> {
    const written = this.#writing.then(() => this.#write(change));
    this.#writing = written.catch(() => {});
    return written;
  }

  /** The record of a revision, in memory of its own. */
  get(revision: Revision): Buffer | undefined {
    this.#assertOpen();
    const place = this.#places.get(revision);
    return place === undefined ? undefined : this.#bytesAt(place.position, place.length);
  }

  /** At most `limit` records with revisions greater than `after`, ascending; each in memory of its own. */
  read(after: Revision, limit: number): LogEntry[] {
    return this.#read(after, limit).map(({ revision, record }) => ({ revision, record: ownCopy(record) }));
  }

  /** The same in memory that they share. */
  #read(after: Revision, limit: number): LogEntry[] {
    this.#assertOpen();
    const entries: LogEntry[] = [];
    for (const run of runsOf(this.#places.after(after, limit))) {
      const [first] = run;
      const last = run.at(-1);
      if (first === undefined || last === undefined) continue;
      const bytes = this.#bytesAt(first.position, last.position + last.length - first.position);
      for (const { revision, position, length } of run) {
        const from = position - first.position;
        entries.push({ revision, record: bytes.subarray(from, from + length) });
      }
    }
    return entries;
  }

  /** Every record, in pieces between which others get a turn. The records of a piece share their memory. */
  async *scan(after: Revision = 0): AsyncGenerator<readonly LogEntry[]> {
    for (let last = after; ; await turn()) {
      const entries = this.#read(last, chunkSize);
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

  /** Resolves when what is being written is written; later reads and writes fail. */
  async close(): Promise<void> {
    await this.#writing;
    if (this.#closed) return;
    this.#closed = true;
    await this.#handle.close();
  }

  async #write(change: LogChange): Promise<void> {
    this.#assertOpen();
    let end = this.#end;
    const places: Place[] = [];
    try {
      for (const entries of framesOf(change)) {
        const frame = frameOf(entries, this.#id);
        await this.#writeAt(frame, end);
        for (const place of placesIn(entries, end)) if (place.revision > compactedNote) places.push(place);
        end += frame.length;
      }
      await this.#handle.datasync();
    } catch (error) {
      // Gives the space back; whether it works does not matter.
      await this.#handle.truncate(this.#end).catch(() => {});
      throw error;
    }
    this.#end = end;
    for (const place of places) this.#places.add(place);
    for (const revision of change.removals ?? []) this.#places.remove(revision);
    this.#compacted = change.compacted ?? this.#compacted;
  }

  async #writeAt(bytes: Buffer, position: number): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, at, bytes.length - at, position + at);
      at += bytesWritten;
    }
  }

  #bytesAt(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let at = 0; at < length; ) {
      const read = readSync(this.#handle.fd, bytes, at, length - at, position + at);
      if (read === 0) throw new Error(`the log ${this.path} was cut off while it was in use`);
      at += read;
    }
    return bytes;
  }

  async #load(): Promise<void> {
    const { size } = await this.#handle.stat();
    let wanted = windowBytes;
    while (this.#end < size) {
      const bytes = await this.#window(Math.min(wanted, size - this.#end));
      const used = this.#take(bytes);
      this.#end += used;
      // A frame that is larger than the window is read again in one that it fits in.
      const claimed = used === 0 && bytes.length >= frameHead ? claimedLength(bytes, 0) : windowBytes;
      if (used === 0 && (claimed <= bytes.length || claimed > size - this.#end)) break;
      wanted = Math.max(windowBytes, claimed);
    }
    this.#broken = size - this.#end;
  }

  async #window(length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length);
    let at = 0;
    while (at < length) {
      const { bytesRead } = await this.#handle.read(bytes, at, length - at, this.#end + at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes.subarray(0, at);
  }

  /** Takes in the whole frames at the beginning of what lies at the end; answers their bytes. */
  #take(bytes: Buffer): number {
    let at = 0;
    for (let end = endOfFrame(bytes, at, this.#id); end !== undefined; end = endOfFrame(bytes, at, this.#id)) {
      this.#takeFrame(recordsIn(bytes.subarray(at + frameHead, end)), this.#end + at);
      at = end;
    }
    return at;
  }

  #takeFrame(entries: readonly LogEntry[], position: number): void {
    for (const place of placesIn(entries, position)) {
      // What a write that failed left behind may be there a second time.
      if (place.revision > this.#places.last) this.#places.add(place);
    }
    for (const { revision, record } of entries) {
      if (revision === compactedNote) this.#compacted = record.readDoubleBE(0);
      if (revision !== removalsNote) continue;
      for (let at = 0; at < record.length; at += 8) this.#places.remove(record.readDoubleBE(at));
    }
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error(`the log ${this.path} is closed`);
  }
}

function ownCopy(record: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(record.length);
  record.copy(copy);
  return copy;
}

/** What a change writes, frame by frame. */
function* framesOf({ records = [], removals = [], compacted }: LogChange): Generator<readonly LogEntry[]> {
  if (compacted !== undefined) yield [{ revision: compactedNote, record: numbers([compacted]) }];
  if (removals.length > 0) yield [{ revision: removalsNote, record: numbers(removals) }];
  let frame: LogEntry[] = [];
  let bytes = 0;
  for (const entry of records) {
    frame.push(entry);
    bytes += entry.record.length;
    if (bytes < frameBytes) continue;
    yield frame;
    frame = [];
    bytes = 0;
  }
  if (frame.length > 0) yield frame;
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(8 * values.length);
  for (const [at, value] of values.entries()) bytes.writeDoubleBE(value, 8 * at);
  return bytes;
}

/** Where the records of a frame lie that begins at `position`. */
function* placesIn(entries: readonly LogEntry[], position: number): Generator<Place> {
  let at = position + frameHead;
  for (const { revision, record } of entries) {
    yield { revision, position: at + recordHead, length: record.length };
    at += recordHead + record.length;
  }
}

/** Places that are read with one call each. */
function* runsOf(places: readonly Place[]): Generator<readonly Place[]> {
  let run: Place[] = [];
  for (const place of places) {
    const last = run.at(-1);
    const [first] = run;
    const apart = last === undefined || first === undefined || place.position > last.position + last.length + bridged;
    if (run.length > 0 && (apart || place.position - (first?.position ?? 0) > frameBytes)) {
      yield run;
      run = [];
    }
    run.push(place);
  }
  if (run.length > 0) yield run;
}
