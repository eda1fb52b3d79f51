// JSON values as one CBOR data item (RFC 8949): the shortest heads and floats, map keys in the order of their bytes, so
// that equal values have equal bytes. Texts and keys are byte strings. Typed clients that know a member as bytes (the data of
// a secret) decode the base64 in a byte string, and refuse a text string. For texts they accept both.

import { floatBits16 } from './half-float.ts';

/** Tag 55799: what follows is CBOR (RFC 8949 section 3.4.6). Every item begins with it, so that readers recognize the format. */
const selfDescribed: Buffer = Buffer.from([0xd9, 0xd9, 0xf7]);

/** Major types (RFC 8949 section 3.1). */
export const major = { unsigned: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5, tag: 6, simple: 7 } as const;

/** Tags that change how their content reads. */
export const tags = {
  timeText: 0,
  timeNumber: 1,
  bignum: 2,
  negativeBignum: 3,
  base64url: 21,
  base64: 22,
  hex: 23,
  selfDescribed: 55_799,
} as const;

const firstSize = 1024;
const mostUint64 = 2n ** 64n - 1n;

/**
 * The self-described item of a value as `JSON.stringify` would see it: members that are undefined are left out, numbers
 * that JSON cannot represent are null. Integers are exact at any size.
 */
export function encodeCbor(value: unknown): Buffer {
  const writer = new Writer();
  writer.raw(selfDescribed);
  writer.value(value);
  return writer.finish();
}

/** One value without the mark: an element of a list that `cborShell` describes. */
export function encodeCborElement(value: unknown): Buffer {
  const writer = new Writer();
  writer.value(value);
  return writer.finish();
}

/**
 * Returns what `encodeCbor` writes before and after the `count` elements of the list at `key`. In `value` that list is
 * empty.
 */
export function cborShell(
  value: Readonly<Record<string, unknown>>,
  key: string,
  count: number,
): { readonly head: Buffer; readonly tail: Buffer } {
  const writer = new Writer();
  writer.raw(selfDescribed);
  const at = writer.map(value, { key, count });
  const bytes = writer.finish();
  return { head: bytes.subarray(0, at), tail: bytes.subarray(at) };
}

class Writer {
  #bytes = Buffer.allocUnsafe(firstSize);
  #length = 0;

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  value(value: unknown): void {
    if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'bigint') this.#bigint(value);
    else if (typeof value === 'boolean') this.#head(major.simple, value ? 21 : 20);
    else if (Array.isArray(value)) this.#list(value);
    else if (typeof value === 'object' && value !== null) this.map(value);
    else this.#head(major.simple, 22);
  }

  #list(items: readonly unknown[]): void {
    this.#head(major.list, items.length);
    for (const item of items) this.value(item);
  }

  /** `hole`: a list whose elements are left out. Returns the offset at which they belong. */
  map(object: object, hole?: { readonly key: string; readonly count: number }): number {
    let holeAt = 0;
    const members = Object.entries(object).filter(([, value]) => value !== undefined);
    if (members.length > 1) members.sort(([left], [right]) => compareKeys(left, right));
    this.#head(major.map, members.length);
    for (const [key, value] of members) {
      this.#text(key);
      if (key === hole?.key) {
        this.#head(major.list, hole.count);
        holeAt = this.#length;
      } else {
        this.value(value);
      }
    }
    return holeAt;
  }

  #text(text: string): void {
    const length = Buffer.byteLength(text);
    this.#head(major.bytes, length);
    this.#reserve(length);
    this.#length += this.#bytes.write(text, this.#length);
  }

  #number(value: number): void {
    if (Number.isSafeInteger(value)) {
      if (value >= 0) this.#head(major.unsigned, value);
      else this.#head(major.negative, -1 - value);
    } else if (Number.isFinite(value)) {
      this.#float(value);
    } else {
      this.#head(major.simple, 22);
    }
  }

  /** In the shortest of the three widths that keeps the value. */
  #float(value: number): void {
    const half = floatBits16(value);
    this.#reserve(9);
    if (half !== undefined) {
      this.#bytes[this.#length] = 0xf9;
      this.#bytes.writeUInt16BE(half, this.#length + 1);
      this.#length += 3;
    } else if (Math.fround(value) === value) {
      this.#bytes[this.#length] = 0xfa;
      this.#bytes.writeFloatBE(value, this.#length + 1);
      this.#length += 5;
    } else {
      this.#bytes[this.#length] = 0xfb;
      this.#bytes.writeDoubleBE(value, this.#length + 1);
      this.#length += 9;
    }
  }

  #bigint(value: bigint): void {
    const size = value >= 0n ? value : -1n - value;
    if (size <= mostUint64) {
      this.#head(value >= 0n ? major.unsigned : major.negative, size);
      return;
    }
    const digits = size.toString(16);
    const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
    this.#head(major.tag, value >= 0n ? tags.bignum : tags.negativeBignum);
    this.#head(major.bytes, bytes.length);
    this.raw(bytes);
  }

  /** A major type and its argument, in as few bytes as hold it. */
  #head(type: number, argument: number | bigint): void {
    this.#reserve(9);
    const at = this.#length;
    const first = type << 5;
    if (argument < 24) {
      this.#bytes[at] = first | Number(argument);
      this.#length += 1;
    } else if (argument < 0x100) {
      this.#bytes[at] = first | 24;
      this.#bytes[at + 1] = Number(argument);
      this.#length += 2;
    } else if (argument < 0x1_0000) {
      this.#bytes[at] = first | 25;
      this.#bytes.writeUInt16BE(Number(argument), at + 1);
      this.#length += 3;
    } else if (argument < 0x1_0000_0000) {
      this.#bytes[at] = first | 26;
      this.#bytes.writeUInt32BE(Number(argument), at + 1);
      this.#length += 5;
    } else {
      this.#bytes[at] = first | 27;
      this.#bytes.writeBigUInt64BE(BigInt(argument), at + 1);
      this.#length += 9;
    }
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + size));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** The order of two keys' encoded bytes: the shorter first, equal lengths by their bytes. */
function compareKeys(left: string, right: string): number {
  const leftLength = Buffer.byteLength(left);
  const rightLength = Buffer.byteLength(right);
  if (leftLength !== rightLength) return leftLength - rightLength;
  if (leftLength !== left.length || rightLength !== right.length) {
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  return left < right ? -1 : 1;
}
