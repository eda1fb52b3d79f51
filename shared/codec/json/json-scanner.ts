// A JSON reader for what the native parser does not report: duplicate keys, the exact value of integers beyond 2^53 (as
// bigint), and the place of a syntax error. Lone surrogates become U+FFFD. It is several times slower than JSON.parse;
// `json.ts` decides when it is needed.

import { assignKey } from '../../schema/assign-key.ts';
import { pathWording } from '../../schema/decode-wording.ts';

/** Text that is no JSON. The message is worded as the reference server words it; `offset` counts UTF-16 units. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

export interface ScannedJson {
  /** The last of several values of a key counts. */
  readonly value: unknown;
  /**
   * Paths of the keys given twice, each once, in the order of the text, beyond 4096 characters cut; of the first 100 such
   * keys.
   */
  readonly duplicates: readonly string[];
}

/** Reads one JSON value. Throws JsonSyntaxError. `maxDepth` bounds the nesting of objects and lists. */
export function scanJson(text: string, maxDepth: number): ScannedJson {
  const scanner = new Scanner(text, maxDepth);
  const value = scanner.document();
  return { value, duplicates: [...scanner.duplicates] };
}

const mostDuplicates = 100;
const escapes = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
const literals: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
/** With the flag `u` a surrogate is one only when its other half is missing. */
const halfCharacter = /\p{Surrogate}/gu;
const numberForm = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;

class Scanner {
  readonly duplicates = new Set<string>();
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #path: (string | number)[] = [];
  #at = 0;
  /** Paths are made of so many keys: below a key of a megabyte each would take a millisecond. */
  #repeated = 0;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  document(): unknown {
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw this.#unexpected('after top-level value');
    return value;
  }

  #value(): unknown {
    this.#space();
    const first = this.#text[this.#at];
    if (first === '{') return this.#object();
    if (first === '[') return this.#list();
    if (first === '"') return this.#string();
    if (first === '-' || (first !== undefined && first >= '0' && first <= '9')) return this.#number();
    if (first === 't' || first === 'f' || first === 'n') return this.#literal(first);
    throw this.#unexpected('looking for beginning of value');
  }

  #object(): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    if (this.#open('}')) return result;
    let repeated: Set<string> | undefined;
    for (;;) {
      this.#space();
      if (this.#text[this.#at] !== '"') throw this.#unexpected('looking for beginning of object key string');
      const key = this.#string();
      this.#space();
      if (this.#text[this.#at] !== ':') throw this.#unexpected('after object key');
      this.#at += 1;
      this.#path.push(key);
      if (Object.hasOwn(result, key) && repeated?.has(key) !== true) {
        repeated = (repeated ?? new Set()).add(key);
        this.#noteRepeated();
      }
      assignKey(result, key, this.#value());
      this.#path.pop();
      if (this.#next('}', 'after object key:value pair')) return result;
    }
  }

  #list(): unknown[] {
    const result: unknown[] = [];
    if (this.#open(']')) return result;
    for (;;) {
      this.#path.push(result.length);
      result.push(this.#value());
      this.#path.pop();
      if (this.#next(']', 'after array element')) return result;
    }
  }

  /** Steps into an object or list; true when it is empty. */
  #open(close: string): boolean {
    if (this.#path.length >= this.#maxDepth) throw new JsonSyntaxError('exceeded max depth', this.#at);
    this.#at += 1;
    this.#space();
    if (this.#text[this.#at] !== close) return false;
    this.#at += 1;
    return true;
  }

  /** Steps over a comma; true at the end of the object or list. */
  #next(close: string, place: string): boolean {
    this.#space();
    const mark = this.#text[this.#at];
    if (mark !== ',' && mark !== close) throw this.#unexpected(place);
    this.#at += 1;
    return mark === close;
  }

  #string(): string {
    this.#at += 1;
    let result = '';
    let escaped = false;
    let start = this.#at;
    for (;;) {
      const mark = this.#text[this.#at];
      if (mark === undefined || mark < ' ') throw this.#unexpected('in string literal');
      if (mark === '"') {
        result += this.#text.slice(start, this.#at);
        this.#at += 1;
        return escaped ? result.replace(halfCharacter, '\ufffd') : result;
      }
      this.#at += 1;
      if (mark !== '\\') continue;
      escaped = true;
      result += this.#text.slice(start, this.#at - 1) + this.#escape();
      start = this.#at;
    }
  }

  #escape(): string {
    const mark = this.#text[this.#at] ?? '';
    const plain = escapes.get(mark);
    if (plain !== undefined) {
      this.#at += 1;
      return plain;
    }
    if (mark !== 'u') throw this.#unexpected('in string escape code');
    const digits = this.#text.slice(this.#at + 1, this.#at + 5);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.#unexpected('in \\u hexadecimal character escape');
    this.#at += 5;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #number(): number | bigint {
    numberForm.lastIndex = this.#at;
    const match = numberForm.exec(this.#text);
    if (match === null) {
      this.#at += 1;
      throw this.#unexpected('in numeric literal');
    }
    const value = Number(match[0]);
    if (!Number.isFinite(value)) throw new JsonSyntaxError(`number ${match[0].slice(0, 40)} is out of range`, this.#at);
    this.#at += match[0].length;
    const whole = match[1] === undefined && match[2] === undefined;
    return whole && !Number.isSafeInteger(value) ? BigInt(match[0]) : value;
  }

  #literal(first: string): boolean | null {
    for (const [word, value] of literals) {
      if (!word.startsWith(first)) continue;
      for (const expected of word) {
        if (this.#text[this.#at] !== expected) throw this.#unexpected(`in literal ${word} (expecting '${expected}')`);
        this.#at += 1;
      }
      return value;
    }
    throw this.#unexpected('looking for beginning of value');
  }

  #space(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.#at += 1;
    }
  }

  #noteRepeated(): void {
    if (this.#repeated === mostDuplicates) return;
    this.#repeated += 1;
    const path = this.#path
      .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
      .join('');
    this.duplicates.add(pathWording(path));
  }

  #unexpected(place: string): JsonSyntaxError {
    const point = this.#text.codePointAt(this.#at);
    if (point === undefined) return new JsonSyntaxError('unexpected end of JSON input', this.#at);
    const shown = point < 32 ? JSON.stringify(String.fromCodePoint(point)).slice(1, -1) : String.fromCodePoint(point);
    return new JsonSyntaxError(`invalid character '${shown === "'" ? "\\'" : shown}' ${place}`, this.#at);
  }
}
