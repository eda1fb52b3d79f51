// Values of literals: strings and bytes with their escapes, raw and triple-quoted forms, numbers.

import type { Constant } from './tree.ts';

/** The value of a number's text, without its sign; a message where it is out of range. */
export function numberValue(text: string, negative: boolean): Constant | { readonly fault: string } {
  const sign = negative ? '-' : '';
  if (text.startsWith('0x') || /^\d+[uU]?$/.test(text)) {
    const unsigned = /[uU]$/.test(text);
    const digits = unsigned ? text.slice(0, -1) : text;
    const magnitude = BigInt(digits);
    if (unsigned) {
      if (negative || magnitude >= 2n ** 64n) return { fault: 'invalid uint literal' };
      return { uint: magnitude };
    }
    const value = negative ? -magnitude : magnitude;
    if (value < -(2n ** 63n) || value >= 2n ** 63n) return { fault: 'invalid int literal' };
    return { int: value };
  }
  const value = Number(`${sign}${text}`);
  return Number.isFinite(value) ? { double: value } : { fault: 'invalid double literal' };
}

/** The value of a string or bytes literal with its prefix and quotes; a message where an escape is wrong. */
export function quotedValue(text: string): string | Uint8Array | { readonly fault: string } {
  const quoteAt = text.search(/['"]/);
  const prefix = text.slice(0, quoteAt).toLowerCase();
  const raw = prefix.includes('r');
  const bytes = prefix.includes('b');
  const width = isTriple(text, quoteAt) ? 3 : 1;
  const body = text
    .slice(quoteAt + width, text.length - width)
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  if (raw || !body.includes('\\')) return bytes ? new TextEncoder().encode(body) : body;
  return unescaped(body, bytes);
}

function isTriple(text: string, quoteAt: number): boolean {
  const quote = text.charAt(quoteAt).repeat(3);
  return text.startsWith(quote, quoteAt) && text.length - quoteAt >= 6;
}

const simple = new Map([
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
  ['\\', 92],
  ["'", 39],
  ['"', 34],
  ['`', 96],
  ['?', 63],
]);

function unescaped(body: string, bytes: boolean): string | Uint8Array | { readonly fault: string } {
  const parts: (string | number)[] = [];
  let at = 0;
  while (at < body.length) {
    const slash = body.indexOf('\\', at);
    if (slash < 0) break;
    if (slash > at) parts.push(body.slice(at, slash));
    const read = escapeAt(body, slash + 1, bytes);
    if (read === undefined) return { fault: 'unable to unescape string' };
    if (bytes && !read.byte) parts.push(String.fromCodePoint(read.code));
    else parts.push(bytes ? read.code : String.fromCodePoint(read.code));
    at = slash + 1 + read.length;
  }
  parts.push(body.slice(at));
  if (!bytes) return parts.join('');
  return Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))));
}

/** The escape after a backslash: its code, how many letters it has, and whether it means one byte in bytes. */
function escapeAt(
  body: string,
  at: number,
  bytes: boolean,
): { readonly code: number; readonly length: number; readonly byte: boolean } | undefined {
  const letter = body.charAt(at);
  const known = simple.get(letter);
  if (known !== undefined) return { code: known, length: 1, byte: true };
  const digits = { x: 2, X: 2, u: 4, U: 8 }[letter];
  if (digits !== undefined) {
    const text = body.slice(at + 1, at + 1 + digits);
    if (text.length !== digits || !/^[0-9a-fA-F]+$/.test(text)) return undefined;
    const byte = letter === 'x' || letter === 'X';
    if (bytes && !byte) return undefined;
    const code = Number.parseInt(text, 16);
    return isScalar(code) ? { code, length: 1 + digits, byte } : undefined;
  }
  const octal = /^[0-3][0-7]{2}/.exec(body.slice(at, at + 3))?.[0];
  if (octal === undefined) return undefined;
  return { code: Number.parseInt(octal, 8), length: 3, byte: true };
}

function isScalar(code: number): boolean {
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
}
