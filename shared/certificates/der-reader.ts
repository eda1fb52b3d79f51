// Reads untrusted DER, one level at a time and without recursion. Every length is checked against the remaining bytes before it
// is used, and counts are limited. Malformed input always throws DerError.

import { tags } from './der-writer.ts';

export class DerError extends Error {
  override readonly name = 'DerError';
}

/** One element inside the caller's bytes; nothing is copied. */
export interface DerElement {
  readonly tag: number;
  readonly content: Buffer;
  /** Header included: what a signature covers. */
  readonly whole: Buffer;
}

/** More elements in one level than any valid certificate or request has. */
const mostChildren = 1024;

/** The single element that these bytes are; anything after it is refused. */
export function readElement(bytes: Buffer): DerElement {
  const found = elementAt(bytes, 0);
  if (found.whole.length !== bytes.length) throw new DerError('bytes follow the last element');
  return found;
}

/** The elements directly inside a constructed one. */
export function childrenOf(parent: DerElement): DerElement[] {
  if ((parent.tag & 0x20) === 0) throw new DerError(`element 0x${parent.tag.toString(16)} holds no elements`);
  const children: DerElement[] = [];
  for (let offset = 0; offset < parent.content.length; ) {
    if (children.length === mostChildren) throw new DerError(`more than ${mostChildren} elements in one level`);
    const child = elementAt(parent.content, offset);
    children.push(child);
    offset += child.whole.length;
  }
  return children;
}

/** The element, when it is there and has this tag; otherwise an error that names what was expected. */
export function expect(element: DerElement | undefined, tag: number, what: string): DerElement {
  if (element === undefined) throw new DerError(`${what} is missing`);
  if (element.tag !== tag)
    throw new DerError(`${what} has the tag 0x${element.tag.toString(16)}, not 0x${tag.toString(16)}`);
  return element;
}

/** Dotted text of an object identifier. */
export function readObjectIdentifier(element: DerElement | undefined, what: string): string {
  const { content } = expect(element, tags.objectIdentifier, what);
  if (content.length === 0 || content.length > 64 || ((content.at(-1) ?? 0) & 0x80) !== 0) {
    throw new DerError(`${what} is not an object identifier`);
  }
  const numbers: bigint[] = [];
  let number = 0n;
  for (const byte of content) {
    number = number * 128n + BigInt(byte & 0x7f);
    if ((byte & 0x80) !== 0) continue;
    numbers.push(number);
    number = 0n;
  }
  const [joined = 0n, ...rest] = numbers;
  const first = joined < 80n ? joined / 40n : 2n;
  return [first, joined - first * 40n, ...rest].join('.');
}

/** The bytes of a bit string without unused bits. */
export function readBitString(element: DerElement | undefined, what: string): Buffer {
  const { content } = expect(element, tags.bitString, what);
  if (content[0] !== 0) throw new DerError(`${what} is not a bit string of whole bytes`);
  return content.subarray(1);
}

/** Text of any of the string types that names use. NUL never occurs in a valid name. */
export function readText(element: DerElement, what: string): string {
  const text = decodeText(element, what);
  if (text.includes('\0')) throw new DerError(`${what} contains a NUL character`);
  return text;
}

function decodeText({ tag, content }: DerElement, what: string): string {
  switch (tag) {
    case tags.utf8String:
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
      } catch {
        throw new DerError(`${what} is not UTF-8`);
      }
    case tags.printableString:
    case tags.ia5String:
      if (content.some((byte) => byte > 0x7f)) throw new DerError(`${what} is not ASCII`);
      return content.toString('latin1');
    case tags.teletexString:
      return content.toString('latin1');
    case tags.bmpString:
      if (content.length % 2 !== 0) throw new DerError(`${what} ends within a character`);
      return Buffer.from(content).swap16().toString('utf16le');
    default:
      throw new DerError(`${what} has the tag 0x${tag.toString(16)}, which is no text`);
  }
}

/** Milliseconds since the epoch of a UTCTime or GeneralizedTime in the forms RFC 5280 allows. */
export function readTime(element: DerElement | undefined, what: string): number {
  const digits = element === undefined ? '' : element.content.toString('latin1');
  const match = /^(\d\d|\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(digits);
  const short = element?.tag === tags.utcTime;
  if (match === null || (!short && element?.tag !== tags.generalizedTime) || (match[1]?.length === 2) !== short) {
    throw new DerError(`${what} is not a time in UTC`);
  }
  const [year = 0, month = 0, ...rest] = match.slice(1).map(Number);
  const fullYear = short ? year + (year < 50 ? 2000 : 1900) : year;
  const [day = 0, hour = 0, minute = 0, second = 0] = rest;
  const start = new Date(0).setUTCFullYear(fullYear, month - 1, day);
  return start + ((hour * 60 + minute) * 60 + second) * 1000;
}

function elementAt(bytes: Buffer, offset: number): DerElement {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  if (tag === undefined || first === undefined) throw new DerError('the data end within an element');
  if ((tag & 0x1f) === 0x1f) throw new DerError('a tag of more than one byte');
  let start = offset + 2;
  let length = first;
  if (first >= 0x80) {
    const digits = first & 0x7f;
    // 0x80 is the indefinite form, which DER does not have; four digits are more than any limit of ours.
    if (digits === 0 || digits > 4) throw new DerError('a length of a form that is not accepted');
    if (start + digits > bytes.length) throw new DerError('the data end within an element');
    length = bytes.readUIntBE(start, digits);
    start += digits;
    if (length < 0x80 || length < 2 ** (8 * (digits - 1)))
      throw new DerError('a length that is not in its shortest form');
  }
  if (start + length > bytes.length) throw new DerError('the data end within an element');
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(offset, start + length) };
}
