// One commit as it lies in the log file: a small binary head, the key, the value. The record of a live key is also the
// only place of its value, so a commit writes each value once.

import type { Revision } from '../../contract/store.ts';

/** What one commit wrote. */
export interface LogRecord {
  readonly key: string;
  /** Undefined: the commit removed the key. */
  readonly value: Buffer | undefined;
  /** The revision of what the key held before; 0: it held nothing. */
  readonly previous: Revision;
  /** When the store removes the key by itself, milliseconds since the epoch; 0: never. */
  readonly expires: number;
}

const removal = 1;
const previousAt = 4;
const expiresAt = 12;
const headLength = 20;

export function encodeRecord(record: LogRecord): Buffer {
  const keyLength = Buffer.byteLength(record.key);
  const bytes = Buffer.allocUnsafe(headLength + keyLength + (record.value?.length ?? 0));
  bytes.writeUInt16BE(record.value === undefined ? removal : 0, 0);
  bytes.writeUInt16BE(keyLength, 2);
  bytes.writeDoubleBE(record.previous, previousAt);
  bytes.writeDoubleBE(record.expires, expiresAt);
  bytes.write(record.key, headLength);
  record.value?.copy(bytes, headLength + keyLength);
  return bytes;
}

/** The value shares the memory of `bytes`. */
export function decodeRecord(bytes: Buffer): LogRecord {
  const valueAt = headLength + bytes.readUInt16BE(2);
  return {
    key: bytes.toString('utf8', headLength, valueAt),
    value: valueOf(bytes),
    previous: bytes.readDoubleBE(previousAt),
    expires: bytes.readDoubleBE(expiresAt),
  };
}

/** The value alone, in the memory of `bytes`; undefined for a removal. */
export function valueOf(bytes: Buffer): Buffer | undefined {
  return bytes.readUInt16BE(0) === removal ? undefined : bytes.subarray(headLength + bytes.readUInt16BE(2));
}
