// One step of a field path, as the text that stands for it in `fieldsV1`: `f:<field>` a field or a key of a map, `k:<JSON>` an
// item of a keyed list, `v:<JSON>` an item of a set, `i:<number>` a place in a list. Equal steps have equal texts, so sets of
// paths are plain trees of texts. No text can be the name of an inherited property.

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
      return keyElement(Object.entries(readKeys(text)));
    case 'v':
      return valueElement(readJson(text));
    case 'i':
      if (!/^[+-]?\d+$/.test(text.slice(2))) throw new TypeError(`not an index: ${text.slice(2)}`);
      return `i:${Number(text.slice(2))}`;
    case undefined:
    default:
      return undefined;
  }
}

/** Fields first, then keyed items, items of sets, places; each by its value. */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0;
  if (a[0] !== b[0]) return rank(a) - rank(b);
  switch (a[0]) {
    case 'k':
      return compareKeys(Object.entries(readKeys(a)), Object.entries(readKeys(b)));
    case 'v':
      return compareValues(readJson(a), readJson(b));
    case 'i':
      return Number(a.slice(2)) - Number(b.slice(2));
    case undefined:
    default:
      return compareTexts(a, b);
  }
}

/** A step as messages tell it: `.image`, `[name="a"]`, `[="x"]`, `[0]`. */
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

function rank(element: PathElement): number {
  return 'fkvi'.indexOf(element[0] ?? '');
}

function readJson(element: string): unknown {
  try {
    return JSON.parse(element.slice(2)) as unknown;
  } catch (error) {
    throw new TypeError(`not JSON: ${element.slice(2)}`, { cause: error });
  }
}

/** Most keyed items have one key that is a name. */
const named = /^k:\{"([A-Za-z]+)":"([^"\\]*)"\}$/;

function readKeys(element: string): Record<string, unknown> {
  const name = named.exec(element);
  if (name?.[1] !== undefined) return { [name[1]]: name[2] };
  const value = readJson(element);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new TypeError(`not an object: ${element.slice(2)}`);
}

type Keys = readonly (readonly [string, unknown])[];

function compareKeys(a: Keys, b: Keys): number {
  for (let place = 0; place < a.length && place < b.length; place++) {
    const [nameA, valueA] = a[place] as (typeof a)[number];
    const [nameB, valueB] = b[place] as (typeof b)[number];
    const order = compareTexts(nameA, nameB) || compareValues(valueA, valueB);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Numbers, texts, truth values, and then whatever else. */
function compareValues(a: unknown, b: unknown): number {
  const order = kindOf(a) - kindOf(b);
  if (order !== 0) return order;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean') return Number(a) - Number(b);
  return typeof a === 'string' && typeof b === 'string' ? compareTexts(a, b) : compareTexts(jsonText(a), jsonText(b));
}

function kindOf(value: unknown): number {
  const place = ['number', 'string', 'boolean'].indexOf(typeof value);
  if (place >= 0) return place;
  if (Array.isArray(value)) return 3;
  return value === null ? 5 : 4;
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

/** A text as the reference server quotes it in messages. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(/\\u00([0-7][0-9a-f])/g, '\\x$1');
}
