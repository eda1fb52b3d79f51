// The part of CBOR that cases need: decodes a sequence of items to JSON values, and encodes a JSON value as one item.

import { ExpectationFailed } from '../contract/failure.ts';

/** Decodes all items; integers beyond 2^53 come as bigint. Throws ExpectationFailed, naming `what`, for malformed bytes. */
export function itemsOf(what: string, bytes: Uint8Array): readonly unknown[] {
  const reader = new Reader(what, Buffer.from(bytes));
  const items: unknown[] = [];
  while (!reader.atEnd) items.push(reader.item());
  return items;
}

/** Encodes one item, with strings as text strings and without the CBOR tag. Numbers must be integers below 2^32. */
export function itemBytes(value: unknown): Uint8Array {
  return new Uint8Array(written(value));
}

class Reader {
  readonly #what: string;
  readonly #bytes: Buffer;
  #at = 0;

  constructor(what: string, bytes: Buffer) {
    this.#what = what;
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  item(): unknown {
    const first = this.#take(1).readUInt8();
    const info = first & 0x1f;
    switch (first >>> 5) {
      case 0:
        return this.#integer(info, 1n);
      case 1:
        return this.#integer(info, -1n);
      case 2:
      case 3:
        return this.#text(info);
      case 4:
        return this.#members(info, () => this.item());
      case 5:
        return Object.fromEntries(this.#members(info, () => [this.item(), this.item()] as const));
      case 6:
        this.#argument(info);
        return this.item();
      default:
        return this.#simple(info);
    }
  }

  /** Accepts both string types: some servers encode strings as bytes. */
  #text(info: number): string {
    if (info !== 31) return this.#take(this.#argument(info)).toString('utf8');
    return this.#members(info, () => this.item()).join('');
  }

  #members<T>(info: number, read: () => T): T[] {
    const members: T[] = [];
    if (info === 31) {
      while (this.#bytes[this.#at] !== 0xff) members.push(read());
      this.#at += 1;
      return members;
    }
    const count = this.#argument(info);
    while (members.length < count) members.push(read());
    return members;
  }

  #simple(info: number): unknown {
    if (info === 20 || info === 21) return info === 21;
    if (info === 22) return null;
    if (info === 25) return half(this.#take(2).readUInt16BE());
    if (info === 26) return this.#take(4).readFloatBE();
    if (info === 27) return this.#take(8).readDoubleBE();
    throw new ExpectationFailed(this.#what, 'CBOR with values that JSON knows', `simple value ${info}`);
  }

  #integer(info: number, sign: 1n | -1n): number | bigint {
    const exact = info === 27 ? this.#take(8).readBigUInt64BE() : BigInt(this.#argument(info));
    const value = sign > 0 ? exact : -1n - exact;
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }

  #argument(info: number): number {
    if (info < 24) return info;
    if (info > 27) throw new ExpectationFailed(this.#what, 'well-formed CBOR', `additional information ${info}`);
    const size = 2 ** (info - 24);
    const bytes = this.#take(size);
    return size === 8 ? Number(bytes.readBigUInt64BE()) : bytes.readUIntBE(0, size);
  }

  #take(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) {
      throw new ExpectationFailed(this.#what, 'well-formed CBOR', 'an end within an item');
    }
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

/** A float of 16 bits. */
function half(bits: number): number {
  const sign = bits < 0x8000 ? 1 : -1;
  const exponent = (bits >>> 10) & 0x1f;
  const fraction = (bits & 0x3ff) / 1024;
  return sign * (exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15));
}

function written(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'boolean') return head(7, value ? 21 : 20);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(written)]);
  if (typeof value !== 'object' || value === null) return head(7, 22);
  const members = Object.entries(value);
  return Buffer.concat([head(5, members.length), ...members.flatMap(([key, each]) => [written(key), written(each)])]);
}

function head(type: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(type << 5) | argument]);
  const bytes = Buffer.alloc(5, (type << 5) | 26);
  bytes.writeUInt32BE(argument, 1);
  return bytes;
}
