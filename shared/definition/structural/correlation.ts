// Which value before an update a value is compared with: fields and keys by their names, items of keyed lists by their keys. A
// value that is as it was may break a rule: the client is warned, and nothing is refused.

import { isDeepStrictEqual } from 'node:util';
import { ownValue } from '../../schema/assign-key.ts';
import { isSchema, type JsonSchema, type Markers, schemaAt, textAt, textsAt } from './json-schema.ts';

/** A value and the one that it was before. */
class Pair {
  readonly markers: Markers;
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly old: unknown;
  #find: ((value: unknown) => unknown) | undefined;

  constructor(markers: Markers, schema: JsonSchema, value: unknown, old: unknown) {
    this.markers = markers;
    this.schema = schema;
    this.value = value;
    this.old = old;
  }

  /** Undefined: one of the two has no such field, or no schema declares it. */
  key(name: string): Pair | undefined {
    const { markers, schema, value, old } = this;
    if (!isSchema(value) || !isSchema(old)) return undefined;
    const inner = ownValue(schemaAt(schema, 'properties') ?? {}, name) ?? schemaAt(schema, 'additionalProperties');
    const [now, before] = [ownValue(value, name), ownValue(old, name)];
    if (!isSchema(inner) || now === undefined || before === undefined) return undefined;
    return new Pair(markers, inner, now, before);
  }

  item(index: number): Pair | undefined {
    const { markers, schema, value, old } = this;
    const items = schemaAt(schema, 'items');
    if (items === undefined || !Array.isArray(value) || !Array.isArray(old)) return undefined;
    this.#find ??= oldItems(markers, schema, old) ?? (() => undefined);
    const before = this.#find(value[index]);
    return before === undefined || before === null ? undefined : new Pair(markers, items, value[index], before);
  }

  /** Items of keyed lists may stand in another order. What no schema declares is never known to be the same. */
  isSame(): boolean {
    const { markers, schema, value, old } = this;
    if (value === null || old === null) return value === old;
    if (Array.isArray(value) && Array.isArray(old)) {
      if (value.length !== old.length) return false;
      if (textAt(schema, markers.listType) !== 'map') return isDeepStrictEqual(value, old);
      return value.every((_, index) => this.item(index)?.isSame() === true);
    }
    if (isSchema(value) && isSchema(old)) {
      const names = Object.keys(value);
      if (names.length !== Object.keys(old).length) return false;
      return names.every((name) => this.key(name)?.isSame() === true);
    }
    return isDeepStrictEqual(value, old);
  }
}

/** Whether an update leaves the value as it was; see `Pair.isSame`. */
export function isUnchanged(markers: Markers, schema: JsonSchema, value: unknown, old: unknown): boolean {
  return new Pair(markers, schema, value, old).isSame();
}

/** A place in an object that is updated. */
export class Correlation {
  /** Undefined: the old value at this place cannot be determined. */
  readonly #pair: Pair | undefined;
  /** The nearest enclosing value whose old value is known. */
  readonly #around: Pair | undefined;

  private constructor(pair: Pair | undefined, around: Pair | undefined) {
    this.#pair = pair;
    this.#around = around;
  }

  static ofRoot(markers: Markers, schema: JsonSchema, value: unknown, old: unknown): Correlation {
    return new Correlation(new Pair(markers, schema, value, old), undefined);
  }

  /** Of the value under a field or key. */
  key(name: string): Correlation {
    if (this.#pair === undefined) return this;
    // Both are shown in one version, whatever they are stored in.
    if (this.#around === undefined && (name === 'apiVersion' || name === 'kind'))
      return new Correlation(undefined, undefined);
    return new Correlation(this.#pair.key(name), this.#pair);
  }

  /** Of an item. */
  item(index: number): Correlation {
    return this.#pair === undefined ? this : new Correlation(this.#pair.item(index), this.#pair);
  }

  /** Whether the value, or where that is not known the one around it, is as it was. */
  isUnchanged(): boolean {
    return (this.#pair ?? this.#around)?.isSame() === true;
  }
}

/** Finds the item of a keyed list that an item was before; undefined for other lists. */
export function oldItems(
  markers: Markers,
  schema: JsonSchema,
  old: unknown,
): ((value: unknown) => unknown) | undefined {
  if (textAt(schema, markers.listType) !== 'map' || !Array.isArray(old)) return undefined;
  const keys = textsAt(schema, markers.listMapKeys);
  let byKey: Map<string, unknown> | undefined;
  return (value) => {
    if (byKey === undefined) {
      byKey = new Map();
      for (const item of old as readonly unknown[]) {
        const key = keyOf(keys, item);
        if (key !== undefined && !byKey.has(key)) byKey.set(key, item);
      }
    }
    const key = keyOf(keys, value);
    return key === undefined ? undefined : byKey.get(key);
  };
}

/** Undefined where a key is missing, or is none. */
function keyOf(keys: readonly string[], item: unknown): string | undefined {
  if (!isSchema(item) || keys.length === 0) return undefined;
  const values = keys.map((key) => ownValue(item, key));
  if (values.some((one) => one === undefined || one === null || typeof one === 'object')) return undefined;
  return JSON.stringify(values.map((one) => (typeof one === 'bigint' ? { whole: String(one) } : one)));
}
