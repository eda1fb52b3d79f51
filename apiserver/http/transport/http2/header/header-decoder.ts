// Reads the header blocks of one connection (RFC 7541). Each field is marked as valid or not, so that none is
// dropped silently: an invalid field ends its request.

import { decodeHuffman, decodedLength } from './huffman.ts';
import { defaultTableSize, type Field, HeaderTable, staticFields } from './header-table.ts';
import { ConnectionFault, errorCode } from '../frame/protocol.ts';

/** Takes the fields of a block in order. */
export type TakeField = (field: Field) => void;

/** Bytes of a value up to which the last one of its name is kept: clients send the same credentials with each request. */
const keptLength = 4096;
/** Bytes of working memory that a connection keeps. */
const keptScratch = 4096;
/** Names whose last value is kept. */
const keptNames = 32;

/** A value as it came, and the field that it was. */
interface Known {
  readonly coded: Buffer;
  readonly huffman: boolean;
  readonly field: Field;
}

export class HeaderDecoder {
  readonly #table = new HeaderTable(defaultTableSize);
  readonly #known = new Map<string, Known>();
  #scratch: Buffer = Buffer.alloc(0);
  #block: Buffer = this.#scratch;
  #at = 0;

  /** Reads a whole block. Throws ConnectionFault: the tables of both ends then differ for ever. */
  decode(block: Buffer, take: TakeField): void {
    this.#block = block;
    this.#at = 0;
    let begun = false;
    while (this.#at < block.length) {
      const first = block[this.#at] ?? 0;
      if (first >= 0x80) {
        take(this.#field(this.#integer(0x7f)));
      } else if (first >= 0x40) {
        const field = this.#literal(this.#integer(0x3f), false);
        this.#table.add(field);
        take(field);
      } else if (first >= 0x20) {
        if (begun) throw fault('the size of the table changes within a block');
        this.#resize(this.#integer(0x1f));
        continue;
      } else {
        take(this.#literal(this.#integer(0x0f), true));
      }
      begun = true;
    }
    if (this.#scratch.length > keptScratch) this.#scratch = Buffer.alloc(0);
    this.#block = this.#scratch;
  }

  #resize(size: number): void {
    if (size > defaultTableSize) throw fault('the table is larger than was agreed');
    this.#table.resize(size);
  }

  #field(index: number): Field {
    const field =
      index <= staticFields.length ? staticFields[index - 1] : this.#table.at(index - 1 - staticFields.length);
    if (field === undefined) throw fault('there is no field of this number');
    return field;
  }

  /** `repeated`: the client keeps it out of the table, so that it may come with each request. */
  #literal(nameIndex: number, repeated: boolean): Field {
    const block = this.#block;
    const name = nameIndex === 0 ? this.#name() : this.#field(nameIndex).name;
    const huffman = (block[this.#at] ?? 0) >= 0x80;
    const length = this.#integer(0x7f);
    const from = this.#at;
    const to = from + length;
    if (to > block.length) throw fault('a block ends within a field');
    this.#at = to;
    const keep = repeated && length <= keptLength && name !== ':path';
    if (keep) {
      const known = this.#known.get(name);
      if (known !== undefined && known.huffman === huffman && same(known.coded, block, from, to)) return known.field;
    }
    const [bytes, start, end] = this.#bytes(huffman, from, to);
    const valid = validName(name) && validValue(bytes, start, end);
    const field: Field = { name, value: bytes.toString('latin1', start, end), valid };
    if (keep && (this.#known.size < keptNames || this.#known.has(name))) {
      this.#known.set(name, { coded: Buffer.from(block.subarray(from, to)), huffman, field });
    }
    return field;
  }

  #name(): string {
    const huffman = (this.#block[this.#at] ?? 0) >= 0x80;
    const length = this.#integer(0x7f);
    const from = this.#at;
    const to = from + length;
    if (to > this.#block.length) throw fault('a block ends within a name');
    this.#at = to;
    const [bytes, start, end] = this.#bytes(huffman, from, to);
    return bytes.toString('latin1', start, end);
  }

  #bytes(huffman: boolean, from: number, to: number): [bytes: Buffer, start: number, end: number] {
    if (!huffman) return [this.#block, from, to];
    const room = decodedLength(to - from);
    if (this.#scratch.length < room) this.#scratch = Buffer.allocUnsafe(Math.max(256, room));
    const written = decodeHuffman(this.#block, from, to, this.#scratch);
    if (written < 0) throw fault('a text is not in the code that it says');
    return [this.#scratch, 0, written];
  }

  /** An integer whose first byte has this mask (section 5.1). */
  #integer(mask: number): number {
    const block = this.#block;
    let value = (block[this.#at] ?? 0) & mask;
    if (this.#at >= block.length) throw fault('a block ends within a field');
    this.#at += 1;
    if (value < mask) return value;
    for (let shift = 0; shift <= 21; shift += 7) {
      const next = block[this.#at];
      if (next === undefined) throw fault('a block ends within a number');
      this.#at += 1;
      value += (next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
    throw fault('a number is too large');
  }
}

function fault(message: string): ConnectionFault {
  return new ConnectionFault(errorCode.compression, `the header block cannot be read: ${message}`);
}

function same(known: Buffer, block: Buffer, from: number, to: number): boolean {
  if (known.length !== to - from) return false;
  // The last bytes differ sooner than the first ones.
  for (let at = known.length - 1; at >= 0; at -= 1) if (known[at] !== block[from + at]) return false;
  return true;
}

/** A token in lower case, after the colon of a pseudo-header. */
function validName(name: string): boolean {
  return /^:?[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name);
}

/** No control characters but the tabulator. Blanks at the ends stay part of the value, as Go's server has it. */
function validValue(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if ((byte < 0x20 && byte !== 0x09) || byte === 0x7f) return false;
  }
  return true;
}
