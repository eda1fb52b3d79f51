// One step of a field path, as the text that stands for it in `fieldsV1`: `f:<field>` a field or a key of a map, `k:<JSON>` an
// item of a keyed list, `v:<JSON>` an item of a set, `i:<number>` a place in a list. Equal steps have equal texts, so sets of
// paths are plain trees of texts. No text can be the name of an inherited property.

import { quoted } from '../../object/quoted.ts';

/** A canonical text: keys in order, JSON without spaces, escaped as the reference server does. */
export type PathElement = string;

/** From the object down. */
export type FieldPath = readonly PathElement[];

export function fieldElement(name: string): PathElement {
  return `f:${name}`;
}

/** `keys`: name and scalar of every key field that the item has. */
export function keyElement(keys: readonly (readonly [string, unknown])[]): PathElement {
  const sorted = keys.length < 2 ? keys : [...keys].sort(([a], [b]) => compareTexts(a, b));
  return `k:{${sorted.map(([name, value]) => `${jsonText(name)}:${jsonText(value)}`).join(',')}}`;
}

export function valueElement(value: unknown): PathElement {
  return `v:${jsonText(value)}`;
}

/**
 * The canonical text of a key of `fieldsV1`. Undefined: a kind of step that is not known, which readers pass over. Throws
 * TypeError for what is none.
 */
export function readElement(text: string): PathElement | undefined {
  if (text.length < 2) throw new TypeError('key must be 2 characters long:');
  if (text[1] !== ':') throw new TypeError(`missing colon: ${text}`);
  switch (text[0]) {
    case 'f':
      return text;
    case 'k':
      return isPlain(named.exec(text)?.[2]) ? text : keyElement(Object.entries(readKeys(text)));
    case 'v':
      return plainText.test(text) ? text : valueElement(readJson(text));
    case 'i':
      return `i:${readIndex(text.slice(2))}`;
    case undefined:
    default:
      return undefined;
  }
}

/** Fields first, then keyed items, items of sets, places; each by its value. */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0;
  if (a[0] === 'f' && b[0] === 'f') return compareTexts(a, b);
  const [mine, other] = [named.exec(a), named.exec(b)];
  if (mine !== null && other !== null) {
    return compareTexts(mine[1] ?? '', other[1] ?? '') || compareTexts(mine[2] ?? '', other[2] ?? '');
  }
  return compareRead(readOrder(a), readOrder(b));
}

/** Whether the elements are in order, none of them twice. Each is read once. */
export function isSorted(branches: readonly (readonly [PathElement, unknown])[]): boolean {
  let last: { readonly element: PathElement; order?: ElementOrder } | undefined;
  for (const [element] of branches) {
    const next: NonNullable<typeof last> = { element };
    if (last !== undefined) {
      if (element[0] === 'f' && last.element[0] === 'f') {
        if (compareTexts(last.element, element) > 0) return false;
      } else {
        last.order ??= readOrder(last.element);
        next.order = readOrder(element);
        if (compareRead(last.order, next.order) > 0) return false;
      }
    }
    last = next;
  }
  return true;
}

/** Branches in the order of their elements, in place. Each element is read once: a key may be as long as a body. */
export function sortByElement(branches: [PathElement, unknown][]): void {
  if (branches.every(([element]) => element[0] === 'f')) {
    branches.sort(([a], [b]) => compareTexts(a, b));
    return;
  }
  const read = branches.map((branch) => ({ branch, order: readOrder(branch[0]) }));
  read.sort((a, b) => compareRead(a.order, b.order));
  for (const [place, { branch }] of read.entries()) branches[place] = branch;
}

/** What decides the place of an element. */
interface ElementOrder {
  readonly rank: number;
  readonly text: string;
  readonly values: readonly (readonly [name: string, value: Ordered])[];
}

function readOrder(element: PathElement): ElementOrder {
  const rank = 'fkvi'.indexOf(element[0] ?? '');
  switch (element[0]) {
    case 'k':
      return {
        rank,
        text: '',
        values: Object.entries(readKeys(element)).map(([name, value]) => [name, ordered(value)]),
      };
    case 'v':
      return { rank, text: '', values: [['', ordered(plainText.exec(element)?.[1] ?? readJson(element))]] };
    case 'i':
      return { rank, text: '', values: [['', Number(element.slice(2))]] };
    case undefined:
    default:
      return { rank, text: element, values: [] };
  }
}

function compareRead(a: ElementOrder, b: ElementOrder): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  return compareTexts(a.text, b.text) || compareKeys(a.values, b.values);
}

/** A step as messages show it: `.image`, `[name="a"]`, `[="x"]`, `[0]`. */
export function describeElement(element: PathElement): string {
  switch (element[0]) {
    case 'k': {
      const keys = Object.entries(readKeys(element)).map(([name, value]) => `${name}=${describeValue(value)}`);
      return `[${keys.join(',')}]`;
    }
    case 'v':
      return `[=${describeValue(readJson(element))}]`;
    case 'i':
      return `[${element.slice(2)}]`;
    case undefined:
    default:
      return `.${element.slice(2)}`;
  }
}

/** `.spec.containers[name="a"].image` */
export function describePath(path: FieldPath): string {
  return path.map(describeElement).join('');
}

/** A signed number of 64 bits. */
function readIndex(text: string): bigint {
  const index = /^[+-]?\d{1,40}$/.test(text) ? BigInt(text) : undefined;
  if (index === undefined || index !== BigInt.asIntN(64, index)) throw new TypeError(`not an index: ${text}`);
  return index;
}

function readJson(element: string): unknown {
  try {
    return JSON.parse(element.slice(2)) as unknown;
  } catch (error) {
    throw new TypeError(`not JSON: ${element.slice(2)}`, { cause: error });
  }
}

/** Most keyed items have one key that is a name, most items of sets are texts without an escape. */
const named = /^k:\{"([A-Za-z]+)":"([^"\\]*)"\}$/;
const plainText = /^v:"([ !#-%'-;=?-[\]-~]*)"$/;

/** A text that is its own canonical form. */
function isPlain(text: string | undefined): boolean {
  return text !== undefined && usual.test(text);
}

function readKeys(element: string): Record<string, unknown> {
  const name = named.exec(element);
  if (name?.[1] !== undefined) return { [name[1]]: name[2] };
  const value = readJson(element) ?? {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new TypeError(`not an object: ${element.slice(2)}`);
}

function compareKeys(a: ElementOrder['values'], b: ElementOrder['values']): number {
  for (let place = 0; place < a.length && place < b.length; place++) {
    const [nameA, valueA] = a[place] as (typeof a)[number];
    const [nameB, valueB] = b[place] as (typeof b)[number];
    const order = compareTexts(nameA, nameB) || compareOrdered(valueA, valueB);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** A value as it is compared: what is no scalar, by its text. */
type Ordered = number | string | boolean | { readonly kind: number; readonly text: string };

function ordered(value: unknown): Ordered {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  return { kind: Array.isArray(value) ? 3 : value === null ? 5 : 4, text: jsonText(value) };
}

/** Numbers, texts, truth values, and then whatever else. */
function compareOrdered(a: Ordered, b: Ordered): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'object' && typeof b === 'object') return a.kind - b.kind || compareTexts(a.text, b.text);
  return kindOf(a) - kindOf(b) || Number(a) - Number(b);
}

function kindOf(value: Ordered): number {
  return typeof value === 'object' ? value.kind : ['number', 'string', 'boolean'].indexOf(typeof value);
}

/** By code point. Code units differ from it only where halves of pairs meet what stands above them. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let place = 0; place < length; place++) {
    const left = a.charCodeAt(place);
    const right = b.charCodeAt(place);
    if (left !== right) return above(left) - above(right);
  }
  return a.length - b.length;
}

function above(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** JSON with the escapes of the reference server, so that texts are equal byte for byte. */
export function jsonText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string' && usual.test(value)) return `"${value}"`;
  const text = JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? Number(item) : item));
  return unusual.test(text) ? text.replace(unusualEach, escapeUnusual) : text;
}

/** What needs no escape. */
const usual = /^[ !#-%'-;=?-[\]-~]*$/;
const unusual = /[<>&\u2028\u2029]|\\[bf]/;
const unusualEach = /[<>&\u2028\u2029]|\\(?:[bf]|.)/g;

function escapeUnusual(found: string): string {
  if (found === '\\b') return '\\u0008';
  if (found === '\\f') return '\\u000c';
  return found.length === 2 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function describeValue(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return describeNumber(value);
  return jsonText(value);
}

/** Large and small numbers have an exponent, of at least two digits. */
function describeNumber(value: number): string {
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-4 && size < 1e6)) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}
