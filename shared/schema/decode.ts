// Reading a JSON value as an object of a schema: what the schema does not know is pruned and reported, types are checked,
// and every value takes the form in which it is stored: fields in the schema's order, maps sorted by key, zero values
// dropped or written as the field says, quantities and times canonical. The input is never changed nor shared, except for
// raw values, which are kept as they came.

import { canonicalQuantity } from '../object/quantity.ts';
import { formatGoDuration, parseGoDuration } from '../object/duration.ts';
import { formatMicroTime, formatTime, isCanonicalTime, isMicroTime, parseTime } from '../object/time.ts';
import { assignKey, ownValue } from './assign-key.ts';
import { mismatchWording, pathWording, timeWording } from './decode-wording.ts';
import type {
  Decoded,
  DecodeOptions,
  Field,
  ListSchema,
  MapSchema,
  RawSchema,
  ScalarSchema,
  Schema,
  StructSchema,
} from './schema.ts';
import { schemaOfForm } from './variant.ts';

/** A value that does not fit its field. In responses, `message` follows `cannot be handled as a <Kind>: `. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
  /** Path of the value: `spec.containers[0].image`. */
  readonly path: string;
  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

const mostReported = 100;
const defaultMaxDepth = 256;

/** Decodes `value` by the schema. Throws DecodeError for a value of the wrong type and for too deep nesting. */
export function decodeObject(value: unknown, schema: StructSchema, options: DecodeOptions = {}): Decoded {
  if (schema.read !== undefined) return schema.read(value, options);
  const decoder = new Decoder(options);
  const object = decoder.struct(value, schema);
  return {
    object,
    unknownFields: decoder.unknown,
    missingFields: decoder.missing,
    emptyLists: decoder.emptyLists,
    emptyContent: decoder.emptyContent,
  };
}

/** Whether the value is what a field that was never set holds. */
export function isZero(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === false || value === 0n)
    return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/**
 * A null counts as left out, and so does an empty string if it is stored like an absent one. A null number or boolean counts as
 * given: the protobuf encoding does not write zeros.
 */
function isLeftOut(given: unknown, field: Field): boolean {
  if (given === null) return field.pointer || !numeric.has(field.schema.type);
  return given === undefined || (given === '' && !field.pointer);
}

const numeric: ReadonlySet<Schema['type']> = new Set(['bool', 'int32', 'int64', 'double']);

/** A field, a list index, or a key of a map. */
type Step = string | number | { readonly key: string };

class Decoder {
  readonly unknown: string[] = [];
  readonly missing: string[] = [];
  readonly emptyLists: (string | number)[][] = [];
  readonly emptyContent: (string | number)[][] = [];
  /** Whether what is read lies in a list that is compared whole. */
  #whole = false;
  readonly #path: Step[] = [];
  readonly #maxDepth: number;
  #owner = '';
  /** Of the map that was read last. */
  #members = 0;

  constructor(options: DecodeOptions) {
    this.#maxDepth = options.maxDepth ?? defaultMaxDepth;
  }

  struct(value: unknown, schema: StructSchema): Record<string, unknown> {
    if (!isRecord(value)) throw this.#mismatch(value, schema);
    const outer = this.#owner;
    this.#owner = schema.name;
    const result: Record<string, unknown> = {};
    const keys = Object.keys(value);
    let unread = keys.length;
    for (const field of schema.list) {
      // Most fields of most objects: nothing to read, to report or to write.
      const matters = field.required || field.alwaysWritten;
      if (unread === 0 && !matters) continue;
      const given = ownValue(value, field.name);
      if (given !== undefined) unread -= 1;
      else if (!matters) continue;
      this.#enter(field.name);
      const decoded = this.#field(given, field);
      if (decoded !== undefined) assignKey(result, field.name, decoded);
      this.#path.pop();
    }
    if (unread > 0) this.#others(value, keys, schema, result);
    this.#owner = outer;
    return result;
  }

  /** What the schema does not know. */
  #others(
    value: Readonly<Record<string, unknown>>,
    keys: readonly string[],
    schema: StructSchema,
    result: Record<string, unknown>,
  ): void {
    for (const key of keys) {
      if (schema.fields.has(key)) continue;
      if (schema.preserveUnknown === true) assignKey(result, key, value[key]);
      else report(this.unknown, () => this.#pathText(key));
    }
  }

  #field(given: unknown, field: Field): unknown {
    if (field.required && !field.unchecked && isLeftOut(given, field)) {
      report(this.missing, () => this.#fieldPath());
    }
    // A duration reads null as a text, which is empty then.
    if (given === null && field.schema.type === 'duration' && !field.pointer) this.#moment('', field.schema);
    if (given === undefined || given === null) return field.alwaysWritten ? this.#zero(field) : undefined;
    const decoded = this.#value(given, field.schema);
    // Lists are treated as in the protobuf encoding, which cannot distinguish an empty list from an absent one. A required
    // list stays, because an empty one gets another error text than a missing one.
    const demanded = field.required && !field.unchecked;
    if (field.alwaysWritten && !demanded && Array.isArray(decoded) && decoded.length === 0) {
      this.#noteEmptyList();
      return this.#zero(field);
    }
    if (field.pointer || field.alwaysWritten || field.schema.type === 'struct') return decoded;
    // To iterate over the keys of a large map again would take longer than to copy it.
    const empty = field.schema.type === 'map' ? this.#members === 0 : isZero(decoded);
    if (empty && typeof decoded === 'object') {
      this.#noteEmptyContent();
      if (this.#whole) this.#noteEmptyList();
    }
    return empty ? undefined : decoded;
  }

  #noteEmptyContent(): void {
    if (this.#path[0] === 'metadata' || this.emptyContent.length >= mostReported) return;
    this.emptyContent.push(this.#path.map((step) => (typeof step === 'object' ? step.key : step)));
  }

  #noteEmptyList(): void {
    this.#noteEmptyContent();
    const path = this.#path.filter((step) => typeof step !== 'object');
    if (path.length < this.#path.length || this.emptyLists.length >= mostReported) return;
    if (this.#whole || path.every((step) => typeof step === 'string')) this.emptyLists.push(path);
  }

  /** What is written for a field that was not given. */
  #zero(field: Field): unknown {
    if (field.pointer) return null;
    return field.schema.type === 'struct' ? this.struct({}, field.schema) : zeroOf(field.schema);
  }

  #value(value: unknown, schema: Schema): unknown {
    if (schema.type === 'struct') return this.struct(value, schema);
    if (schema.type === 'list') return this.#list(value, schema);
    if (schema.type === 'map') return this.#map(value, schema);
    if (schema.type !== 'raw') return this.#scalar(value, schema);
    return schema.variant === undefined ? value : this.#variant(value, schema, schema.variant);
  }

  #list(value: unknown, schema: ListSchema): unknown[] {
    if (!Array.isArray(value)) throw this.#mismatch(value, schema);
    const items: unknown[] = [];
    const outer = this.#whole;
    this.#whole ||= schema.listType === 'atomic';
    for (const item of value as readonly unknown[]) {
      this.#enter(items.length);
      items.push(this.#item(item, schema.items));
      this.#path.pop();
    }
    this.#whole = outer;
    return items;
  }

  #map(value: unknown, schema: MapSchema): Record<string, unknown> {
    if (!isRecord(value)) throw this.#mismatch(value, schema);
    const result: Record<string, unknown> = {};
    const keys = sortedKeys(value);
    for (const key of keys) {
      const item = value[key];
      if (schema.values.type === 'string' && typeof item === 'string') {
        assignKey(result, key, item);
        continue;
      }
      this.#enter({ key });
      assignKey(result, key, this.#item(item, schema.values));
      this.#path.pop();
    }
    this.#members = keys.length;
    return result;
  }

  /** A null among items stands for the zero value: bytes, lists and maps are empty, so that readers find a value. */
  #item(value: unknown, schema: Schema): unknown {
    if (value !== null) return this.#value(value, schema);
    if (schema.type === 'struct') return this.struct({}, schema);
    if (schema.type === 'bytes') return '';
    if (schema.type === 'list') return [];
    return schema.type === 'map' ? {} : zeroOf(schema);
  }

  #variant(value: unknown, schema: RawSchema, variant: NonNullable<RawSchema['variant']>): unknown {
    const own = schemaOfForm(value, variant);
    if (own === undefined) return this.#reject(value, schema);
    const known = this.unknown.length;
    const result = this.#value(value, own);
    // Unknown fields of a value of two forms are dropped without a report, as on the real server.
    this.unknown.length = known;
    return result;
  }

  #scalar(value: unknown, schema: ScalarSchema): unknown {
    switch (schema.type) {
      case 'string':
        return typeof value === 'string' ? value : this.#reject(value, schema);
      case 'bool':
        return typeof value === 'boolean' ? value : this.#reject(value, schema);
      case 'double':
        if (typeof value === 'bigint') return Number(value);
        return typeof value === 'number' ? value : this.#reject(value, schema);
      case 'int32':
        return inRange(value, -(2 ** 31), 2 ** 31 - 1) ? Number(value) : this.#reject(value, schema);
      case 'int64':
        return isInt64(value) ? value : this.#reject(value, schema);
      case 'intOrString':
        if (typeof value === 'string') return value;
        return inRange(value, -(2 ** 31), 2 ** 31 - 1) ? Number(value) : this.#reject(value, schema);
      case 'quantity':
        return this.#quantity(value, schema);
      case 'bytes':
        return this.#bytes(value, schema);
      case 'time':
      case 'microTime':
      case 'duration':
        return this.#moment(value, schema);
    }
  }

  #quantity(value: unknown, { milli }: ScalarSchema): string {
    const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
    const canonical = typeof text === 'string' ? canonicalQuantity(text, milli) : undefined;
    if (canonical !== undefined) return canonical;
    const wording = `quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`;
    throw new DecodeError(this.#pathText(), wording);
  }

  #bytes(value: unknown, schema: ScalarSchema): string {
    if (typeof value !== 'string') return this.#reject(value, schema);
    const text = value.replace(/[\r\n]/g, '');
    const wrong = text.search(/[^A-Za-z0-9+/=]|=(?=[^=])/);
    if (wrong < 0 && text.length % 4 === 0 && !text.endsWith('===')) return text;
    // Of a text that ends too early, the start of its last group.
    const position = wrong < 0 ? text.length - (text.length % 4) : wrong;
    throw new DecodeError(this.#pathText(), `illegal base64 data at input byte ${position}`);
  }

  /** Times and durations: texts with a canonical form. */
  #moment(value: unknown, schema: ScalarSchema): string | null {
    if (typeof value !== 'string') return this.#reject(value, schema);
    if (schema.type === 'duration') {
      const length = parseGoDuration(value);
      if (length === undefined)
        throw new DecodeError(this.#pathText(), `time: invalid duration ${JSON.stringify(value)}`);
      return formatGoDuration(length);
    }
    if (schema.type === 'time' && isCanonicalTime(value) && !value.startsWith('0001-')) return value;
    const time = parseTime(value);
    const micro = schema.type === 'microTime';
    if (time === undefined || (micro && !isMicroTime(value))) {
      throw new DecodeError(this.#pathText(), timeWording(value, micro));
    }
    if (value.startsWith('0001-01-01T00:00:00')) return null;
    if (schema.type === 'time') return formatTime(time);
    return /^.{19}\.\d{6}Z$/.test(value) ? value : formatMicroTime(time);
  }

  #enter(step: Step): void {
    this.#path.push(step);
    if (this.#path.length > this.#maxDepth) {
      throw new DecodeError(this.#pathText(), `exceeded max depth of ${this.#maxDepth}`);
    }
  }

  /** As faults name a field, with a key of a map in brackets: `properties[a].rule`. */
  #fieldPath(): string {
    let text = '';
    for (const step of this.#path) {
      if (typeof step !== 'string') text += `[${typeof step === 'object' ? step.key : step}]`;
      else text += text === '' ? step : `.${step}`;
    }
    return text;
  }

  /** As errors of decoding name a place: `properties.a.rule`. */
  #pathText(last?: string): string {
    let text = '';
    for (const step of last === undefined ? this.#path : [...this.#path, last]) {
      const name = typeof step === 'object' ? step.key : step;
      if (typeof name === 'number') text += `[${name}]`;
      else text += text === '' ? name : `.${name}`;
    }
    return text;
  }

  #reject(value: unknown, schema: Schema): never {
    throw this.#mismatch(value, schema);
  }

  #mismatch(value: unknown, schema: Schema): DecodeError {
    const fields = this.#path.filter((step) => typeof step === 'string');
    return new DecodeError(this.#pathText(), mismatchWording(value, schema, this.#owner, fields));
  }
}

function report(list: string[], path: () => string): void {
  if (list.length < mostReported) list.push(pathWording(path()));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Most maps are small and already sorted. To sort them anyway would cost a fifth of their decoding time. */
function sortedKeys(value: object): readonly string[] {
  const keys = Object.keys(value);
  return keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key) ? keys : keys.sort();
}

function inRange(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

function isInt64(value: unknown): boolean {
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value;
  return inRange(value, -(2 ** 63), 2 ** 63 - 1024);
}

function zeroOf(schema: Schema): unknown {
  switch (schema.type) {
    case 'string':
      return '';
    case 'bool':
      return false;
    case 'int32':
    case 'int64':
    case 'double':
    case 'intOrString':
      return 0;
    case 'quantity':
      return '0';
    case 'duration':
      return '0s';
    case 'bytes':
    case 'time':
    case 'microTime':
    case 'raw':
    case 'list':
    case 'map':
    case 'struct':
      return null;
  }
}
