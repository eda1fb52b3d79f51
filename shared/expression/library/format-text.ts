// `'%d of %s'.format([...])`: the clauses and what they accept.

import { doubleText, plain } from '../value/number-text.ts';
import { formatDuration, formatTimestamp } from '../value/time.ts';
import { Type } from '../type/type.ts';
import {
  Double,
  Duration,
  Failure,
  itemsOf,
  List,
  Mapping,
  Timestamp,
  typeOf,
  Uint,
  type Value,
} from '../value/value.ts';

const defaultPrecision = 6;
/** Digits after the point that numbers are written with at most. */
const longestFraction = 100;
/** More digits than a double has anywhere. */
const mostPrecision = 1000;

/** The text with its clauses replaced by the values, in order. */
export function formatted(text: string, list: List): Value {
  let result = '';
  let next = 0;
  let at = 0;
  while (at < text.length) {
    const mark = text.indexOf('%', at);
    if (mark < 0) break;
    result += text.slice(at, mark);
    if (text.charAt(mark + 1) === '%') {
      result += '%';
      at = mark + 2;
      continue;
    }
    if (next >= list.size) return new Failure(`index ${next} out of range`);
    if (mark + 1 >= text.length) return new Failure('unexpected end of string');
    const clause = /^(?:\.(\d*))?(.)?/su.exec(text.slice(mark + 1, mark + 1 + 64));
    const [whole = '', precision, letter] = clause ?? [];
    if (letter === undefined) {
      return new Failure(
        'could not parse formatting clause: error while parsing precision: could not find end of precision specifier',
      );
    }
    const digits = precision === undefined ? defaultPrecision : precisionOf(precision);
    if (digits === undefined) return new Failure('could not parse formatting clause: error while parsing precision');
    const written = clauseText(letter, list.at(next), digits);
    if (written instanceof Failure) return new Failure(written.message);
    result += written;
    next += 1;
    at = mark + 1 + whole.length;
  }
  return result + text.slice(at);
}

function precisionOf(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) && Number(text) <= mostPrecision ? Number(text) : undefined;
}

function clauseText(letter: string, value: Value, digits: number): string | Failure {
  switch (letter) {
    case 's':
      return textOf(value);
    case 'd':
      return decimal(value);
    case 'f':
      return real(value, 'fixed-point', (number) => fixed(number, digits));
    case 'e':
      return real(value, 'scientific', scientific);
    case 'b':
      if (typeof value === 'boolean') return value ? '1' : '0';
      return radix(value, 2) ?? refused('only integers and bools can be formatted as binary', value);
    case 'x':
    case 'X': {
      const text = hexadecimal(value);
      return letter === 'X' && typeof text === 'string' ? text.toUpperCase() : text;
    }
    case 'o':
      return radix(value, 8) ?? refused('octal clause can only be used on integers', value);
    default:
      return new Failure(`could not parse formatting clause: unrecognized formatting clause "${letter}"`);
  }
}

function refused(what: string, value: Value): Failure {
  return new Failure(`error during formatting: ${what}, was given ${typeOf(value).name}`);
}

function whole(value: Value): bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return BigInt(value);
  return value instanceof Uint ? value.value : undefined;
}

function radix(value: Value, base: number): string | undefined {
  return whole(value)?.toString(base);
}

function hexadecimal(value: Value): string | Failure {
  if (typeof value === 'string') return Buffer.from(value).toString('hex');
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return radix(value, 16) ?? refused('only integers, byte buffers, and strings can be formatted as hex', value);
}

const namedNumbers = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

function decimal(value: Value): string | Failure {
  const number = whole(value);
  return number === undefined ? refused('decimal clause can only be used on integers', value) : String(number);
}

function real(value: Value, clause: string, write: (number: number) => string): string | Failure {
  const number =
    value instanceof Double ? value.value : typeof value === 'string' ? namedNumbers.get(value) : undefined;
  return number === undefined ? refused(`${clause} clause can only be used on doubles`, value) : write(number);
}

function special(value: number): string {
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '∞' : '-∞';
}

/** Digits after the point; thousands are grouped, as the served version of the extension writes them. */
function fixed(number: number, digits: number): string {
  if (!Number.isFinite(number)) return special(number);
  const [whole = '', ...fraction] = ungrouped(number, digits).split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.');
}

/** Rounded as the exact value says; what is in the middle becomes even. */
function ungrouped(number: number, digits: number): string {
  if (Math.abs(number) < 1e21 && digits < longestFraction) {
    const exact = number.toFixed(longestFraction);
    const end = exact.length - longestFraction + digits;
    const cut = exact.slice(0, digits === 0 ? end - 1 : end);
    return /^50*$/.test(exact.slice(end)) && /[02468]$/.test(cut) ? cut : number.toFixed(digits);
  }
  const text = plain(number);
  const [integer = '', fraction = ''] = text.split('.');
  return digits === 0 ? integer : `${integer}.${fraction.padEnd(digits, '0').slice(0, digits)}`;
}

const superscripts = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/** Six digits, whatever the clause asks for. */
function scientific(number: number): string {
  if (!Number.isFinite(number)) return special(number).padStart(defaultPrecision);
  const [mantissa = '', power = '+0'] = number.toExponential(defaultPrecision).split('e');
  const raised = Array.from(power.slice(1).padStart(2, '0'), (digit) => superscripts[Number(digit)] ?? '').join('');
  return `${mantissa}×10${power.startsWith('-') ? '⁻' : ''}${raised}`;
}

/** Any value as text. */
function textOf(value: Value): string | Failure {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || value === null) return String(value);
  if (value instanceof Double) return doubleText(value.value);
  if (value instanceof Uint8Array) return bytesText(value);
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  if (value instanceof Type) return value.name;
  if (value instanceof List) return listText(value);
  if (value instanceof Mapping) return mapText(value);
  const number = whole(value);
  if (number !== undefined) return String(number);
  return refused(
    'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
    value,
  );
}

function bytesText(bytes: Uint8Array): string | Failure {
  const text = Buffer.from(bytes).toString();
  if (Buffer.from(text).equals(bytes)) return text;
  return new Failure(
    'error during formatting: could not convert argument "invalid UTF-8 in bytes, cannot convert to string" to string',
  );
}

/** A value within a list or a map: as a literal. */
function innerText(value: Value): string | Failure {
  if (value instanceof Double && Number.isFinite(value.value)) return ungrouped(value.value, defaultPrecision);
  const text = textOf(value);
  if (text instanceof Failure) return text;
  if (typeof value === 'string' || value instanceof Double) {
    return typeof value === 'string' || !Number.isFinite(value.value) ? JSON.stringify(text) : text;
  }
  if (value instanceof Uint8Array) return `b${JSON.stringify(text)}`;
  if (value instanceof Timestamp) return `timestamp(${JSON.stringify(text)})`;
  return value instanceof Duration ? `duration(${JSON.stringify(text)})` : text;
}

function listText(list: List): string | Failure {
  const parts: string[] = [];
  for (const item of itemsOf(list)) {
    const text = innerText(item);
    if (text instanceof Failure) return text;
    parts.push(text);
  }
  return `[${parts.join(', ')}]`;
}

/** Entries in the order of their keys. */
function mapText(map: Mapping): string | Failure {
  const parts: [string, string][] = [];
  for (const [key, value] of map.entries()) {
    const [name, text] = [innerText(key), innerText(value)];
    if (name instanceof Failure) return name;
    if (text instanceof Failure) return text;
    parts.push([name, text]);
  }
  parts.sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${parts.map((pair) => pair.join(':')).join(', ')}}`;
}
