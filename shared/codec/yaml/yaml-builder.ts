// Builds values from the events of a YAML parser. It reports all duplicate keys with their lines, bounds the expansion of
// aliases, and interprets scalars by the rules of the API.

import type { Event, ScalarEvent } from 'js-yaml';
import { EVENT_ID, SCALAR_STYLE, getScalarValue } from 'js-yaml';
import { assignKey } from '../../schema/assign-key.ts';
import { ValueCount } from '../limit/value-limit.ts';
import { resolvePlain, resolveTagged } from './yaml-scalar.ts';

/** Text that is no YAML, or YAML that is no API object. The message begins with `yaml: line <n>:` where a line is known. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
}

/** Filled while a text is read, for messages about what stands in it. */
export interface YamlPlaces {
  /** For each map that was made: the line of each key. Of a key that stands twice, that of the last. */
  readonly lines: WeakMap<object, Map<string, number>>;
  /** Keys that stand twice, with the keys above them. */
  readonly repeated: { readonly path: readonly string[]; readonly line: number }[];
}

const mostDuplicates = 100;
/** With the flag `u` a surrogate is one only when its other half is missing. */
const halfCharacter = /\p{Surrogate}/gu;

interface Node {
  readonly value: unknown;
  /** Values in it, itself included, long texts as several. */
  readonly size: number;
}

function sized(value: unknown): Node {
  return { value, size: typeof value === 'string' ? 1 + (value.length >>> 5) : 1 };
}

export class YamlBuilder {
  readonly duplicates: string[] = [];
  readonly #text: string;
  readonly #events: readonly Event[];
  readonly #maxAliased: number;
  readonly #values: ValueCount;
  readonly #places: YamlPlaces | undefined;
  readonly #anchors = new Map<string, Node | undefined>();
  /** Keys down to where the reader is; kept for `places` alone. */
  readonly #path: string[] = [];
  #next = 0;
  #aliased = 0;
  #lastLine = { offset: 0, line: 1 };

  constructor(
    text: string,
    events: readonly Event[],
    limits: { readonly aliased: number; readonly values: number },
    places: YamlPlaces | undefined,
  ) {
    this.#text = text;
    this.#events = events;
    this.#maxAliased = limits.aliased;
    this.#values = new ValueCount(limits.values);
    this.#places = places;
  }

  document(): unknown {
    let result: unknown = null;
    let documents = 0;
    while (this.#next < this.#events.length) {
      this.#take();
      this.#anchors.clear();
      const { value } = this.#events[this.#next]?.type === EVENT_ID.POP ? { value: null } : this.#node();
      this.#take();
      if (value === null) continue;
      documents += 1;
      if (documents > 1) throw new YamlError('yaml: there are several documents, and only one is wanted');
      result = value;
    }
    return result;
  }

  #take(): Event {
    const event = this.#events[this.#next];
    if (event === undefined) throw new YamlError('yaml: the document ends early');
    this.#next += 1;
    return event;
  }

  #node(): Node {
    const event = this.#take();
    switch (event.type) {
      case EVENT_ID.ALIAS:
        return this.#alias(this.#text.slice(event.anchorStart, event.anchorEnd), event.anchorStart);
      case EVENT_ID.SCALAR:
        return this.#anchored(event, () => sized(this.#scalar(event)));
      case EVENT_ID.SEQUENCE:
        return this.#anchored(event, () => this.#sequence());
      case EVENT_ID.MAPPING:
        return this.#anchored(event, () => this.#mapping(event.start));
      case EVENT_ID.DOCUMENT:
      case EVENT_ID.POP:
      default:
        throw new YamlError('yaml: the document ends early');
    }
  }

  /** An anchor is known only when its node is complete: a node cannot hold itself. */
  #anchored(event: { readonly anchorStart: number; readonly anchorEnd: number }, make: () => Node): Node {
    if (event.anchorStart < 0) return make();
    const name = this.#text.slice(event.anchorStart, event.anchorEnd);
    this.#anchors.set(name, undefined);
    const node = make();
    this.#anchors.set(name, node);
    return node;
  }

  #alias(name: string, offset: number): Node {
    const node = this.#anchors.get(name);
    if (node === undefined) {
      const problem = this.#anchors.has(name)
        ? `anchor '${name}' value contains itself`
        : `unknown anchor '${name}' referenced`;
      throw this.#error(offset, problem);
    }
    this.#aliased += node.size;
    if (this.#aliased > this.#maxAliased) throw this.#error(offset, 'document contains excessive aliasing');
    return node;
  }

  #sequence(): Node {
    const items: unknown[] = [];
    let size = 1;
    while (this.#events[this.#next]?.type !== EVENT_ID.POP) {
      this.#values.add();
      const node = this.#node();
      items.push(node.value);
      size += node.size;
    }
    this.#take();
    return { value: items, size };
  }

  #mapping(start: number): Node {
    const result: Record<string, unknown> = {};
    let size = 1;
    while (this.#events[this.#next]?.type !== EVENT_ID.POP) {
      const event = this.#events[this.#next];
      const offset = event?.type === EVENT_ID.SCALAR ? event.valueStart : start;
      const merging = event?.type === EVENT_ID.SCALAR && this.#isMerge(event);
      const written = this.#node().value;
      const key = keyText(written);
      if (key === undefined) throw this.#error(offset, 'a map key is neither text nor number');
      this.#values.add();
      this.#path.push(key);
      const node = this.#node();
      size += node.size;
      this.#notePlace(result, key, offset);
      this.#path.pop();
      if (merging) {
        this.#merge(result, node.value, offset);
        continue;
      }
      size += key.length >>> 5;
      this.#assign(result, key, node.value, offset, typeof written === 'string' ? JSON.stringify(key) : key);
    }
    this.#take();
    return { value: result, size };
  }

  /** What stands further down takes the place of what a map has already; it is a repeated key, too, when it comes by a merge. */
  #assign(map: Record<string, unknown>, key: string, value: unknown, offset: number, shown: string): void {
    if (Object.hasOwn(map, key) && this.duplicates.length < mostDuplicates) {
      this.duplicates.push(`line ${this.#line(offset)}: key ${shown} already set in map`);
    }
    assignKey(map, key, value);
  }

  /** Of several maps the first wins. */
  #merge(target: Record<string, unknown>, source: unknown, offset: number): void {
    const sources = Array.isArray(source) ? (source as readonly unknown[]).toReversed() : [source];
    for (const one of sources) {
      if (typeof one !== 'object' || one === null || Array.isArray(one)) {
        throw this.#error(offset, 'map merge requires map or sequence of maps as the value');
      }
      for (const [key, value] of Object.entries(one)) this.#assign(target, key, value, offset, JSON.stringify(key));
    }
  }

  #notePlace(map: object, key: string, offset: number): void {
    if (this.#places === undefined) return;
    const lines = this.#places.lines.get(map) ?? new Map<string, number>();
    this.#places.lines.set(map, lines);
    const line = this.#line(offset);
    if (lines.has(key) && this.#places.repeated.length < mostDuplicates) {
      this.#places.repeated.push({ path: [...this.#path], line });
    }
    lines.set(key, line);
  }

  #isMerge(event: ScalarEvent): boolean {
    if (getScalarValue(this.#text, event) !== '<<') return false;
    return event.tagStart < 0 ? event.style === SCALAR_STYLE.PLAIN : ownTag(this.#tagOf(event)) === 'merge';
  }

  #scalar(event: ScalarEvent): unknown {
    const text = event.valueStart < 0 ? '' : getScalarValue(this.#text, event);
    try {
      if (event.tagStart >= 0) return this.#tagged(event, text);
      return event.style === SCALAR_STYLE.PLAIN ? resolvePlain(text) : text.replace(halfCharacter, '\ufffd');
    } catch (error) {
      if (error instanceof RangeError) throw this.#error(event.valueStart, error.message);
      throw error;
    }
  }

  /** Under a tag that is not one of YAML's own a scalar is text. */
  #tagged(event: ScalarEvent, text: string): unknown {
    const tag = this.#tagOf(event);
    const name = ownTag(tag);
    const value = name === undefined ? text : resolveTagged(name, text);
    if (value === undefined) throw this.#error(event.tagStart, `cannot decode ${JSON.stringify(text)} as a ${tag}`);
    return typeof value === 'string' ? value.replace(halfCharacter, '\ufffd') : value;
  }

  #tagOf(event: ScalarEvent): string {
    return this.#text.slice(event.tagStart, event.tagEnd);
  }

  #error(offset: number, problem: string): YamlError {
    return new YamlError(`yaml: line ${this.#line(offset)}: ${problem}`);
  }

  /** Asked with growing offsets mostly, so lines are counted on from the last answer. */
  #line(offset: number): number {
    let { offset: at, line } = offset >= this.#lastLine.offset ? this.#lastLine : { offset: 0, line: 1 };
    for (let end = this.#text.indexOf('\n', at); end >= 0 && end < offset; end = this.#text.indexOf('\n', at)) {
      at = end + 1;
      line += 1;
    }
    this.#lastLine = { offset: at, line };
    return line;
  }
}

/** The name of a tag of YAML itself. */
function ownTag(tag: string): string | undefined {
  const own = /^!!(.+)$|^!<tag:yaml\.org,2002:(.+)>$/.exec(tag);
  return own?.[1] ?? own?.[2];
}

const mostKey = 2n ** 63n - 1n;

/** Keys are text: booleans and integers are written as JSON writes them. Nothing is no key. */
function keyText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : fractionText(value);
  if (typeof value === 'bigint') return value > mostKey ? undefined : String(value);
  return typeof value === 'boolean' ? String(value) : undefined;
}

/** Below a ten-thousandth and from a million on with an exponent of at least two digits. */
function fractionText(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e-4 && size < 1e6) return String(value);
  return value.toExponential().replace(/e([-+])(\d)$/, 'e$10$2');
}
