// Frames: how records lie in the files of a store. A frame has a checksum over everything in it and the id of its data
// folder, so damage is seen, and the frames of other folders and bytes inside of values are not mistaken for frames.

import { crc32 } from 'node:zlib';

import type { Revision } from '../../contract/store.ts';

/** A record with its place in the log. */
export interface LogEntry {
  readonly revision: Revision;
  readonly record: Buffer;
}

// Frame: length of the records (4 bytes), checksum of all that follows it (4), id of the folder (8), records.
// Record: revision (8), length (4), bytes.
const checksumAt = 4;
const idAt = 8;
export const idLength = 8;
export const frameHead = idAt + idLength;
export const recordHead = 12;

/** One frame with these records. */
export function frameOf(records: readonly LogEntry[], id: Buffer): Buffer {
  const length = records.reduce((sum, { record }) => sum + recordHead + record.length, 0);
  // Not in Node's pool: the records stay in memory for seconds, and would keep all that is written there beside them.
  const frame = Buffer.allocUnsafeSlow(frameHead + length);
  frame.writeUInt32BE(length, 0);
  id.copy(frame, idAt);
  let at = frameHead;
  for (const { revision, record } of records) {
    frame.writeDoubleBE(revision, at);
    frame.writeUInt32BE(record.length, at + 8);
    record.copy(frame, at + recordHead);
    at += recordHead + record.length;
  }
  frame.writeUInt32BE(crc32(frame.subarray(idAt)), checksumAt);
  return frame;
}

/** How many bytes the frame at `at` claims to have. There must be at least four bytes. */
export function claimedLength(bytes: Buffer, at: number): number {
  return frameHead + bytes.readUInt32BE(at);
}

/** Where the frame at `at` ends; undefined: there is no whole frame of this folder. */
export function endOfFrame(bytes: Buffer, at: number, id: Buffer): number | undefined {
  if (at + frameHead >= bytes.length) return undefined;
  const end = at + claimedLength(bytes, at);
  if (end === at + frameHead || end > bytes.length) return undefined;
  if (id.compare(bytes, at + idAt, at + frameHead) !== 0) return undefined;
  return crc32(bytes.subarray(at + idAt, end)) === bytes.readUInt32BE(at + checksumAt) ? end : undefined;
}

/** Where whole frames of this folder lie, in order; what lies between them is none. */
export function* wholeFrames(bytes: Buffer, id: Buffer): Generator<{ readonly at: number; readonly end: number }> {
  for (let found = bytes.indexOf(id, idAt); found >= 0; ) {
    const at = found - idAt;
    const end = endOfFrame(bytes, at, id);
    if (end !== undefined) yield { at, end };
    found = bytes.indexOf(id, end === undefined ? found + 1 : end + idAt);
  }
}

/** The records of a whole frame behind its head, in its memory. */
export function recordsIn(frame: Buffer): LogEntry[] {
  const entries: LogEntry[] = [];
  for (let at = 0; at < frame.length; ) {
    const start = at + recordHead;
    const end = start + frame.readUInt32BE(at + 8);
    entries.push({ revision: frame.readDoubleBE(at), record: frame.subarray(start, end) });
    at = end;
  }
  return entries;
}
