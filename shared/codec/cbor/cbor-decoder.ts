// One CBOR data item (RFC 8949) as a JSON value. Values that JSON can represent are accepted in every encoding that the
// standard allows, indefinite lengths included. Values that JSON cannot represent, integers beyond 64 bits and duplicate
// keys are refused. Depth and number of values are bounded, and a length is not trusted before its bytes have been read.

import { isUtf8 } from 'node:buffer';
import { formatMicroTime, formatTime } from '../../object/time.ts';
import { assignKey } from '../../schema/assign-key.ts';
import { major, tags } from './cbor-encoder.ts';
import { floatOfBits16 } from './half-float.ts';
import { ValueCount } from '../limit/value-limit.ts';

export interface CborOptions {
  /** Levels of nested lists, maps and tags. Default 256. */
  readonly maxDepth?: number;
  /** Items that the data item is made of, keys and pieces of strings included. Default: as many as there are. */
  readonly maxValues?: number;
}

/** Bytes that are no CBOR item, or one that has no JSON form. */
export class CborError extends Error {
  override readonly name = 'CborError';
}

const defaultMaxDepth = 256;
const mostInteger = 2n ** 63n - 1n;
/** The break that ends an indefinite length. */
const breakByte = 0xff;
/** Additional information that stands for an indefinite length. */
const indefinite = 31;

/** Reads exactly one item. Integers beyond 2^53 come as bigint. Throws CborError, and TooManyValuesError. */
export function decodeCbor(bytes: Buffer, options: CborOptions = {}): unknown {
  const decoder = new Decoder(
    bytes,
    options.maxDepth ?? defaultMaxDepth,
    new ValueCount(options.maxValues ?? Number.POSITIVE_INFINITY),
  );
  const value = decoder.item();
  if (decoder.rest > 0) throw new CborError(`cbor: ${decoder.rest} bytes of extraneous data`);
  return value;
}

class Decoder {
  readonly #bytes: Buffer;
  readonly #maxDepth: number;
  #at = 0;
  readonly #values: ValueCount;
  #depth = 0;
  /** How byte strings stand in JSON here; undefined: as text. */
  #encoding: BufferEncoding | undefined;

  constructor(bytes: Buffer, maxDepth: number, values: ValueCount) {
    this.#bytes = bytes;
    this.#maxDepth = maxDepth;
    this.#values = values;
  }

  /** Bytes not read yet. */
  get rest(): number {
    return this.#bytes.length - this.#at;
  }

  item(): unknown {
    this.#values.add();
    const first = this.#byte();
    const type = first >>> 5;
    const info = first & 0x1f;
    switch (type) {
      case major.unsigned:
        return integerOf(this.#argument(info));
      case major.negative:
        return integerOf(-1n - BigInt(this.#argument(info)));
      case major.bytes:
        // They stand for texts too: encoders that do not check their texts write them so.
        return this.#string(type, info).toString(this.#encoding ?? 'utf8');
      case major.text:
        return textOf(this.#string(type, info));
      case major.list:
        return this.#nested(() => this.#list(info));
      case major.map:
        return this.#nested(() => this.#map(info));
      case major.tag:
        return this.#nested(() => this.#tagged(narrow(this.#argument(info))));
      default:
        return this.#simple(info);
    }
  }

  #list(info: number): unknown[] {
    const list: unknown[] = [];
    this.#each(info, 1, () => list.push(this.item()));
    return list;
  }

  #map(info: number): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    this.#each(info, 2, () => {
      const key = this.item();
      if (typeof key !== 'string') throw new CborError('cbor: a map key is not a string');
      if (Object.hasOwn(map, key)) throw new CborError(`cbor: found duplicate map key ${JSON.stringify(key)}`);
      assignKey(map, key, this.item());
    });
    return map;
  }

  /** Reads the members of a list or map; each takes at least `size` bytes. */
  #each(info: number, size: number, read: () => void): void {
    if (info === indefinite) {
      while (this.#peek() !== breakByte) read();
      this.#at += 1;
      return;
    }
    const count = narrow(this.#argument(info));
    if (count > this.rest / size) throw unexpectedEnd();
    for (let index = 0; index < count; index += 1) read();
  }

  #nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > this.#maxDepth) throw new CborError(`cbor: exceeded max nested level ${this.#maxDepth}`);
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #tagged(tag: number | bigint): unknown {
    switch (tag) {
      case tags.bignum:
      case tags.negativeBignum:
        throw new CborError('cbor: integers beyond 64 bits have no form here');
      case tags.base64url:
        return this.#encodedAs('base64url');
      case tags.base64:
        return this.#encodedAs('base64');
      case tags.hex:
        return this.#encodedAs('hex');
      case tags.timeText:
        return this.#timeText();
      case tags.timeNumber:
        return timeOf(this.item());
      default:
        return this.item();
    }
  }

  /** The next item, in which byte strings stand so in JSON. */
  #encodedAs(encoding: BufferEncoding | undefined): unknown {
    const before = this.#encoding;
    this.#encoding = encoding;
    const value = this.item();
    this.#encoding = before;
    return value;
  }

  #timeText(): string {
    const isBytes = this.#peek() >>> 5 === major.bytes;
    const text = this.item();
    if (typeof text !== 'string' || isBytes) throw new CborError('cbor: a time is not a text string');
    return text;
  }

  /** The bytes of a string; an indefinite length is a sequence of strings of the same type. */
  #string(type: number, info: number): Buffer {
    if (info !== indefinite) return this.#take(narrow(this.#argument(info)));
    const chunks: Buffer[] = [];
    for (let first = this.#byte(); first !== breakByte; first = this.#byte()) {
      if (first >>> 5 !== type || (first & 0x1f) === indefinite) {
        throw new CborError('cbor: wrong chunk of an indefinite-length string');
      }
      this.#values.add();
      const chunk = this.#take(narrow(this.#argument(first & 0x1f)));
      if (type === major.text && !isUtf8(chunk)) throw new CborError('cbor: invalid UTF-8 string');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  #simple(info: number): boolean | number | null {
    if (info === 20 || info === 21) return info === 21;
    if (info === 22) return null;
    if (info === 25) return finite(floatOfBits16(this.#take(2).readUInt16BE()));
    if (info === 26) return finite(this.#take(4).readFloatBE());
    if (info === 27) return finite(this.#take(8).readDoubleBE());
    throw new CborError(
      info === indefinite ? 'cbor: unexpected "break" code' : 'cbor: a simple value without a meaning',
    );
  }

  /** What follows the major type in the head: a number, a length, a tag. */
  #argument(info: number): bigint | number {
    if (info < 24) return info;
    if (info === 24) return this.#byte();
    if (info === 25) return this.#take(2).readUInt16BE();
    if (info === 26) return this.#take(4).readUInt32BE();
    if (info === 27) return this.#take(8).readBigUInt64BE();
    throw new CborError(`cbor: invalid additional information ${info}`);
  }

  #peek(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw unexpectedEnd();
    return byte;
  }

  #byte(): number {
    const byte = this.#peek();
    this.#at += 1;
    return byte;
  }

  #take(length: number | bigint): Buffer {
    if (length > this.rest) throw unexpectedEnd();
    const start = this.#at;
    this.#at += Number(length);
    return this.#bytes.subarray(start, this.#at);
  }
}

function unexpectedEnd(): CborError {
  return new CborError('cbor: unexpected end of data');
}

/** A number where it is exact. */
function narrow(value: bigint | number): bigint | number {
  return typeof value === 'bigint' && value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
    ? Number(value)
    : value;
}

function integerOf(value: bigint | number): bigint | number {
  if (value > mostInteger || value < -1n - mostInteger) throw new CborError('cbor: an integer is beyond 64 bits');
  return narrow(value);
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new CborError('cbor: infinities and NaN have no JSON form');
  return value;
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new CborError('cbor: a text string is not valid UTF-8');
  return bytes.toString('utf8');
}

/** Seconds since the epoch as RFC 3339, with no more digits than the fraction needs. */
function timeOf(value: unknown): string {
  const milliseconds = typeof value === 'number' ? value * 1000 : NaN;
  const year = new Date(milliseconds).getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) throw new CborError('cbor: not a time');
  return Number.isInteger(value) ? formatTime(milliseconds) : formatMicroTime(milliseconds).replace(/\.?0+Z$/, 'Z');
}
