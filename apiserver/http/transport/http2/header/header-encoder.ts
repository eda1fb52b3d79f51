// Writes the header blocks of one connection (RFC 7541). Values that differ in each response are sent as literals; the others
// become an index of the client's dynamic table. No Huffman coding: it would cost more than it saves.

import { defaultTableSize, type Field, HeaderTable, staticFields } from './header-table.ts';

export type ResponseHeaders = Readonly<Record<string, string | readonly string[]>>;

/** Fields whose value is hardly ever repeated. */
const unrepeated: ReadonlySet<string> = new Set([
  'audit-id',
  'content-length',
  'etag',
  'last-modified',
  'location',
  'set-cookie',
  'warning',
]);

const staticNames = new Map<string, number>();
const staticValues = new Map<string, Map<string, number>>();
for (const [at, { name, value }] of staticFields.entries()) {
  if (!staticNames.has(name)) staticNames.set(name, at + 1);
  if (value === '') continue;
  const values = staticValues.get(name) ?? new Map<string, number>();
  staticValues.set(name, values.set(value, at + 1));
}

export class HeaderEncoder {
  /** By name and value the number that the field had when it was added. */
  readonly #numbers = new Map<string, Map<string, number>>();
  readonly #table = new HeaderTable(defaultTableSize, (field) => this.#forget(field));
  /** The table sizes to announce with the next block: the smallest one and the last one. */
  #smallest: number | undefined;
  #resized: number | undefined;
  #block: Buffer = Buffer.allocUnsafe(1024);
  #at = 0;

  /** The client keeps no more than this. */
  resize(size: number): void {
    const used = Math.min(size, defaultTableSize);
    if (used === this.#table.maxSize && this.#resized === undefined) return;
    this.#table.resize(used);
    this.#smallest = Math.min(used, this.#smallest ?? used);
    this.#resized = used;
  }

  /** The block of an answer. It is only valid until the next one; blocks have to be sent in the order in which they are made. */
  encode(status: number, headers: ResponseHeaders, date: string): Buffer {
    this.#at = 0;
    this.#tellSizes();
    this.#field(':status', String(status));
    let dated = false;
    for (const name in headers) {
      const value = headers[name];
      if (value === undefined) continue;
      if (name === 'date') dated = true;
      if (typeof value === 'string') this.#field(name, value);
      else for (const one of value) this.#field(name, one);
    }
    if (!dated) this.#field('date', date);
    return this.#block.subarray(0, this.#at);
  }

  #tellSizes(): void {
    if (this.#resized === undefined) return;
    this.#room(12);
    if (this.#smallest !== undefined && this.#smallest < this.#resized) this.#integer(0x20, 0x1f, this.#smallest);
    this.#integer(0x20, 0x1f, this.#resized);
    this.#smallest = undefined;
    this.#resized = undefined;
  }

  #field(name: string, value: string): void {
    this.#room(name.length + value.length + 16);
    const fixed = staticValues.get(name)?.get(value);
    if (fixed !== undefined) {
      this.#integer(0x80, 0x7f, fixed);
      return;
    }
    const number = this.#numbers.get(name)?.get(value);
    if (number !== undefined) {
      this.#integer(0x80, 0x7f, staticFields.length + this.#table.added - number);
      return;
    }
    const nameIndex = staticNames.get(name) ?? 0;
    const field = { name, value, valid: true };
    // A field that nearly fills the table would only evict fields that are repeated.
    const added = !unrepeated.has(name) && (name.length + value.length) * 4 < this.#table.maxSize;
    if (added) this.#integer(0x40, 0x3f, nameIndex);
    else this.#integer(0, 0x0f, nameIndex);
    if (nameIndex === 0) this.#text(name.toLowerCase());
    this.#text(value);
    if (added) this.#remember(field);
  }

  #remember(field: Field): void {
    this.#table.add(field);
    const values = this.#numbers.get(field.name) ?? new Map<string, number>();
    this.#numbers.set(field.name, values.set(field.value, this.#table.added - 1));
  }

  #forget({ name, value }: Field): void {
    const values = this.#numbers.get(name);
    values?.delete(value);
    if (values?.size === 0) this.#numbers.delete(name);
  }

  #text(text: string): void {
    this.#integer(0, 0x7f, text.length);
    const block = this.#block;
    let at = this.#at;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      // An invalid character in a value would make the client refuse the whole response.
      block[at] = code > 0xff || code === 0x7f || (code < 0x20 && code !== 0x09) ? 0x3f : code;
      at += 1;
    }
    this.#at = at;
  }

  #integer(pattern: number, mask: number, value: number): void {
    const block = this.#block;
    if (value < mask) {
      block[this.#at] = pattern | value;
      this.#at += 1;
      return;
    }
    block[this.#at] = pattern | mask;
    this.#at += 1;
    let rest = value - mask;
    while (rest >= 0x80) {
      block[this.#at] = (rest & 0x7f) | 0x80;
      this.#at += 1;
      rest >>>= 7;
    }
    block[this.#at] = rest;
    this.#at += 1;
  }

  #room(bytes: number): void {
    if (this.#block.length - this.#at >= bytes) return;
    const larger = Buffer.allocUnsafe((this.#block.length + bytes) * 2);
    this.#block.copy(larger, 0, 0, this.#at);
    this.#block = larger;
  }
}
