// The extension for strings. Places are counted in code points. `format` and `quote` came later than the rest.

import { declaring, type Library } from '../declare/function.ts';
import { isPlain, lengthOf } from '../value/text.ts';
import { ArrayList, Failure, type Int, itemsOf, type List, type Value } from '../value/value.ts';
import { formatted } from './format-text.ts';

const declare = declaring();

function outOfRange(place: Int): Failure {
  return new Failure(`index out of range: ${place}`);
}

function charAt(text: string, place: Int): Value {
  if (isPlain(text)) return place < 0 || place > text.length ? outOfRange(place) : text.charAt(Number(place));
  const letters = Array.from(text);
  return place < 0 || place > letters.length ? outOfRange(place) : (letters[Number(place)] ?? '');
}

/** Code points before a place in UTF-16 units. */
function pointsBefore(text: string, units: number): number {
  return units < 0 ? -1 : lengthOf(text.slice(0, units));
}

/** UTF-16 units before a place in code points. */
function unitsBefore(text: string, points: number): number {
  if (isPlain(text)) return points;
  let units = 0;
  for (let left = points; left > 0 && units < text.length; left -= 1)
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  return units;
}

function indexOf(text: string, part: string, from: Int): Value {
  if (part === '') return from;
  if (from < 0) return outOfRange(from);
  if (from >= lengthOf(text)) return -1;
  return pointsBefore(text, text.indexOf(part, unitsBefore(text, Number(from))));
}

function lastIndexOf(text: string, part: string, from: Int): Value {
  if (part === '') return from;
  if (from < 0) return outOfRange(from);
  if (from >= lengthOf(text)) return -1;
  return pointsBefore(text, text.lastIndexOf(part, unitsBefore(text, Number(from))));
}

function substring(text: string, start: Int, end: Int): Value {
  const length = lengthOf(text);
  if (start > end) return new Failure(`invalid substring range. start: ${start}, end: ${end}`);
  if (start < 0 || start > length) return outOfRange(start);
  if (end < 0 || end > length) return outOfRange(end);
  return text.slice(unitsBefore(text, Number(start)), unitsBefore(text, Number(end)));
}

/** At most `count` replacements; all when negative. An empty part stands before each letter and at the end. */
function replace(text: string, part: string, by: string, count: Int): string {
  if (count === 0) return text;
  if (count < 0) return part === '' ? [...separated(text, by)].join('') : text.replaceAll(part, () => by);
  if (part === '') {
    const letters = Array.from(text);
    const most = Math.min(Number(count), letters.length + 1);
    return letters.map((letter, at) => (at < most ? by + letter : letter)).join('') + (most > letters.length ? by : '');
  }
  const pieces = splitText(text, part, Number(count) + 1);
  return pieces.join(by);
}

function* separated(text: string, by: string): Generator<string> {
  yield by;
  for (const letter of text) yield letter + by;
}

/** At most `most` pieces; the last one is the rest. All pieces when `most` is negative. */
function splitText(text: string, separator: string, most: number): string[] {
  if (most === 0) return [];
  if (separator === '') {
    const letters = Array.from(text);
    if (most < 0 || letters.length <= most) return letters;
    return [...letters.slice(0, most - 1), letters.slice(most - 1).join('')];
  }
  const pieces = text.split(separator);
  if (most < 0 || pieces.length <= most) return pieces;
  return [...pieces.slice(0, most - 1), pieces.slice(most - 1).join(separator)];
}

function lower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function upper(text: string): string {
  return text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** White space as Unicode has it, without the byte order mark, with NEL. */
function trim(text: string): string {
  return text.replace(/^[\s\u0085]+/u, keepMark).replace(/[\s\u0085]+$/u, keepMark);
}

function keepMark(space: string): string {
  const mark = space.indexOf('\ufeff');
  return mark < 0 ? '' : space.slice(mark, space.lastIndexOf('\ufeff') + 1);
}

function join(list: List, separator: string): Value {
  const parts: string[] = [];
  for (const item of itemsOf(list)) {
    if (typeof item !== 'string') return new Failure(`join: invalid input: ${typeof item}`);
    parts.push(item);
  }
  return parts.join(separator);
}

const escapes = new Map([
  ['\u0007', '\\a'],
  ['\b', '\\b'],
  ['\f', '\\f'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\v', '\\v'],
  ['\\', '\\\\'],
  ['"', '\\"'],
]);

/** The text as a literal in double quotes. */
function quote(text: string): string {
  const inner = Array.from(text).map(
    (letter) => escapes.get(letter) ?? (/^[\ud800-\udfff]$/.test(letter) ? '\ufffd' : letter),
  );
  return `"${inner.join('')}"`;
}

function texts(pieces: readonly string[]): Value {
  return new ArrayList(pieces);
}

/** The functions of every version. */
export const stringLibrary: Library = {
  functions: [
    declare('string_char_at_int', 'string.charAt(int): string', charAt),
    declare('string_index_of_string', 'string.indexOf(string): int', (text: string, part: string) =>
      indexOf(text, part, 0),
    ),
    declare('string_index_of_string_int', 'string.indexOf(string, int): int', indexOf),
    declare('string_last_index_of_string', 'string.lastIndexOf(string): int', (text: string, part: string) =>
      part === '' ? lengthOf(text) : lengthOf(text) === 0 ? -1 : lastIndexOf(text, part, lengthOf(text) - 1),
    ),
    declare('string_last_index_of_string_int', 'string.lastIndexOf(string, int): int', lastIndexOf),
    declare('string_lower_ascii', 'string.lowerAscii(): string', lower),
    declare(
      'string_replace_string_string',
      'string.replace(string, string): string',
      (text: string, part: string, by: string) => replace(text, part, by, -1),
    ),
    declare('string_replace_string_string_int', 'string.replace(string, string, int): string', replace),
    declare('string_split_string', 'string.split(string): list(string)', (text: string, separator: string) =>
      texts(splitText(text, separator, -1)),
    ),
    declare(
      'string_split_string_int',
      'string.split(string, int): list(string)',
      (text: string, separator: string, most: Int) => texts(splitText(text, separator, Number(most))),
    ),
    declare('string_substring_int', 'string.substring(int): string', (text: string, start: Int) => {
      const length = lengthOf(text);
      return start < 0 || start > length ? outOfRange(start) : substring(text, start, length);
    }),
    declare('string_substring_int_int', 'string.substring(int, int): string', substring),
    declare('string_trim', 'string.trim(): string', trim),
    declare('string_upper_ascii', 'string.upperAscii(): string', upper),
    declare('list_join', 'list(string).join(): string', (list: List) => join(list, '')),
    declare('list_join_string', 'list(string).join(string): string', join),
  ],
};

/** What version 1 added. */
export const stringFormatLibrary: Library = {
  functions: [
    declare('string_format', 'string.format(list(dyn)): string', formatted),
    declare('strings_quote', 'strings.quote(string): string', quote),
  ],
};

/** What version 3 added. */
export const stringReverseLibrary: Library = {
  functions: [
    declare('string_reverse', 'string.reverse(): string', (text: string) => Array.from(text).reverse().join('')),
  ],
};
