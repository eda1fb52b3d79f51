// JSON bytes to values and back. The native parser does the work. One quick pass over the text detects when the exact
// reader in `json-scanner.ts` is needed: for a duplicate key, a number that a double may not hold, a lone surrogate, or
// text that is not JSON.

import type { ScannedJson } from './json-scanner.ts';
import { JsonSyntaxError, scanJson } from './json-scanner.ts';
import { ValueCount } from '../limit/value-limit.ts';

export interface JsonOptions {
  /** Levels of nested objects and lists. Default 256. */
  readonly maxDepth?: number;
  /** Members of objects and items of lists. Default: as many as there are. */
  readonly maxValues?: number;
  /** Counts them on, where the text is a part of a body whose values are counted; instead of `maxValues`. */
  readonly values?: ValueCount;
}

const defaultMaxDepth = 256;
/** An escape that may be half a character. */
const surrogate = /\\u[dD][89a-fA-F]/;

/**
 * Reads one JSON value. Integers beyond 2^53 come as bigint. Bytes that are no UTF-8 and surrogates without their other half
 * read as U+FFFD. Throws JsonSyntaxError, also when the nesting is too deep or a number too large, and
 * TooManyValuesError.
 */
export function parseJson(bytes: Buffer | string, options: JsonOptions = {}): ScannedJson {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('utf8');
  const maxDepth = options.maxDepth ?? defaultMaxDepth;
  const values = options.values ?? new ValueCount(options.maxValues ?? Number.POSITIVE_INFINITY);
  const { depth, members, longNumber } = survey(text, values);
  if (depth > maxDepth) throw new JsonSyntaxError('exceeded max depth', 0);
  if (longNumber || surrogate.test(text)) return scanJson(text, maxDepth);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return scanJson(text, maxDepth);
  }
  return countMembers(value) === members ? { value, duplicates: [] } : scanJson(text, maxDepth);
}

/** JSON text of a value; bigints are written as integers. `indent` is a number of spaces, 0 for one line. */
export function stringifyJson(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    // The native writer refuses a bigint; looking for one first would cost as much as writing.
    if (!holdsBigint(value)) throw error;
  }
  return write(value, indent, '\n');
}

interface Survey {
  readonly depth: number;
  /** Colons outside of strings: how many keys the text gives. */
  readonly members: number;
  /** Whether a number has so many digits, or an exponent, that a double may not hold it. */
  readonly longNumber: boolean;
}

/** Throws TooManyValuesError: each value but the first of its object or list stands behind a comma. */
function survey(text: string, counted: ValueCount): Survey {
  const most = counted.left;
  let values = 0;
  let depth = 0;
  let deepest = 0;
  let members = 0;
  let digits = 0;
  let longNumber = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      digits += 1;
      longNumber ||= digits > 15;
      continue;
    }
    if (digits > 0 && (code === 101 || code === 69)) longNumber = true;
    digits = 0;
    if (code === 34) at = endOfString(text, at);
    else if (code === 58) members += 1;
    else if (code === 44 || code === 123 || code === 91) {
      values += 1;
      if (values > most) break;
      if (code !== 44) deepest = Math.max(deepest, (depth += 1));
    } else if (code === 125 || code === 93) depth -= 1;
  }
  counted.add(values);
  return { depth: deepest, members, longNumber };
}

/** Offset of the quote that closes the string opened at `start`, or the text's end. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let slashes = end - 1;
    while (text.charCodeAt(slashes) === 92) slashes -= 1;
    if ((end - slashes) % 2 === 1) return end;
  }
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) if (typeof item === 'object') count += countMembers(item);
    return count;
  }
  for (const key of Object.keys(value)) {
    count += 1;
    const item = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof item === 'object') count += countMembers(item);
  }
  return count;
}

function holdsBigint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Array.isArray(value) ? value.some(holdsBigint) : Object.values(value).some(holdsBigint);
}

function write(value: unknown, indent: number, line: string): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const inner = line + ' '.repeat(indent);
  const [separator, open, close] = indent === 0 ? [',', '', ''] : [`,${inner}`, inner, line];
  if (Array.isArray(value)) {
    return value.length === 0
      ? '[]'
      : `[${open}${value.map((item) => write(item, indent, inner)).join(separator)}${close}]`;
  }
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  if (members.length === 0) return '{}';
  const colon = indent === 0 ? ':' : ': ';
  const texts = members.map(([key, item]) => `${JSON.stringify(key)}${colon}${write(item, indent, inner)}`);
  return `{${open}${texts.join(separator)}${close}}`;
}
