// Shared by all code that walks over a value with its schema: the schema of each member, and the identity of list items.
// Values without a schema of their own (`raw`) are treated by their type: objects key by key, lists as a whole.

import { isZero } from '../../schema/decode.ts';
import { isScalar, type ListSchema, type RawSchema, type Schema, type StructSchema } from '../../schema/schema.ts';
import type { FieldPath, PathElement } from '../field/path-element.ts';
import { describePath, fieldElement, keyElement, valueElement } from '../field/path-element.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** An object with what rules it. */
export interface Typed {
  readonly value: JsonObject;
  readonly schema: StructSchema;
  /** `apps/v1` */
  readonly apiVersion: string;
}

/** A value that does not fit its schema. */
export class TypedError extends Error {
  override readonly name = 'TypedError';
  /** The text after the path. */
  readonly reason: string;
  readonly path: FieldPath;
  constructor(path: FieldPath, reason: string) {
    super(path.length === 0 ? reason : `${describePath(path)}: ${reason}`);
    this.path = path;
    this.reason = reason;
  }

  /** The same seen from further up. */
  below(element: PathElement): TypedError {
    return new TypedError([element, ...this.path], this.reason);
  }
}

export const deduced: RawSchema = { type: 'raw' };
const whole: RawSchema = { type: 'raw', atomic: true };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How a value is owned: as one, field by field, or item by item. */
export type Grain = 'leaf' | 'fields' | 'items';

/**
 * How a value that is not empty is owned. Where the schema does not decide it (`raw`), the type of `value` does. Null is a
 * leaf.
 */
export function grainOf(schema: Schema, value: unknown): Grain {
  if (isScalar(schema)) return 'leaf';
  switch (schema.type) {
    case 'struct':
    case 'map':
      return schema.mapType === 'atomic' ? 'leaf' : 'fields';
    case 'list':
      return schema.listType === 'atomic' ? 'leaf' : 'items';
    case 'raw':
      return schema.atomic !== true && isObject(value) ? 'fields' : 'leaf';
  }
}

/** Whether any key may stand in an object of the schema. */
export function isOpen(schema: Schema): boolean {
  if (schema.type === 'struct') return schema.preserveUnknown === true || schema.list.length === 0;
  return schema.type === 'map' || schema.type === 'raw';
}

/** Whether the schema knows the key as a field. */
export function isNamed(schema: Schema, key: string): boolean {
  return schema.type === 'struct' && schema.fields.has(key);
}

/** What rules a key of an object; what no schema knows is deduced. */
export function schemaOfKey(schema: Schema, key: string): Schema {
  if (schema.type === 'struct') return schema.fields.get(key)?.schema ?? deduced;
  if (schema.type === 'map') return schema.values;
  return schema.type === 'raw' && schema.atomic === true ? whole : deduced;
}

export function schemaOfItems(schema: Schema): Schema {
  return schema.type === 'list' ? schema.items : whole;
}

/** The path element of an item. Throws TypedError (no path) for an item that cannot be distinguished from others. */
export function elementOfItem(list: ListSchema, item: unknown, place: number): PathElement {
  const refused = (reason: string): TypedError => new TypedError([], `element ${place}: ${reason}`);
  if (list.listType === 'set') {
    if (isObject(item)) throw refused("associative list without keys has an element that's a map type");
    if (Array.isArray(item)) throw refused('not supported: associative list with lists as elements');
    if (item === null) throw refused("associative list without keys has an element that's an explicit null");
    return valueElement(item);
  }
  if (item === null) throw refused('associative list with keys may not have a null element');
  if (!isObject(item)) throw refused('associative list with keys may not have non-map elements');
  const keys: [string, unknown][] = [];
  for (const name of list.keys) {
    const value = Object.hasOwn(item, name)
      ? item[name]
      : (list.keyDefaults?.get(name) ?? defaultOfKey(list.items, name));
    if (value !== undefined) keys.push([name, value]);
  }
  if (keys.length > 0) return keyElement(keys);
  throw refused(
    `associative list with keys has an element that omits all key fields [${list.keys.map((key) => JSON.stringify(key)).join(' ')}] (and doesn't have default values for any key fields)`,
  );
}

/** The value of a key field that an item leaves out. Fields that are always written have their zero value. */
function defaultOfKey(items: Schema, name: string): unknown {
  const field = items.type === 'struct' ? items.fields.get(name) : undefined;
  if (field === undefined) return undefined;
  if (field.default !== undefined) return field.default;
  if (!field.alwaysWritten || field.pointer) return undefined;
  switch (field.schema.type) {
    case 'string':
      return '';
    case 'int32':
    case 'int64':
    case 'double':
      return 0;
    case 'bool':
      return false;
    case 'bytes':
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
    case 'list':
    case 'map':
    case 'struct':
    case 'raw':
      return undefined;
  }
}

/** The items of a list by what they are, in the order in which each came first. */
export function groupItems(list: ListSchema, items: readonly unknown[]): Map<PathElement, unknown[]> {
  const groups = new Map<PathElement, unknown[]>();
  items.forEach((item, place) => {
    const element = elementOfItem(list, item, place);
    const group = groups.get(element);
    if (group === undefined) groups.set(element, [item]);
    else group.push(item);
  });
  return groups;
}

/** Runs a step of a walk one level down, and adds the element to the path of its errors. */
export function descend<T>(element: PathElement, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw error instanceof TypedError ? error.below(element) : error;
  }
}

export function descendField<T>(key: string, step: () => T): T {
  return descend(fieldElement(key), step);
}

/** Whether a list or an object holds nothing; null holds nothing either. */
export function holdsNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && isZero(value));
}

/** Whether two JSON values are equal, whatever the order of their keys. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === 'bigint' || typeof b === 'bigint') return isNumber(a) && isNumber(b) && a == b;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, place) => sameJson(item, b[place]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}
