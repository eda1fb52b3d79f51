// JSON without a schema as values: undeclared fields, and the objects of policies (CEL-043). Nothing is copied; members are
// converted when an expression reads them.

import { Double, integer, type Key, List, Mapping, type Value } from '../value/value.ts';

/** A value of JSON. Whole numbers are integers, as far as 64 bits go; others are doubles. Undefined is null. */
export function jsonValue(raw: unknown): Value {
  if (typeof raw === 'string' || typeof raw === 'boolean') return raw;
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? raw + 0 : new Double(raw);
  if (typeof raw === 'bigint') {
    return raw >= -(2n ** 63n) && raw < 2n ** 63n ? integer(raw) : new Double(Number(raw));
  }
  if (raw === null || raw === undefined) return null;
  return Array.isArray(raw) ? new JsonList(raw, jsonValue) : new JsonMapping(raw as JsonObject, jsonValue);
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** How members become values. */
export type Adapt = (raw: unknown) => Value;

export class JsonList extends List {
  readonly raw: readonly unknown[];
  protected readonly adapt: Adapt;

  constructor(raw: readonly unknown[], adapt: Adapt) {
    super();
    this.raw = raw;
    this.adapt = adapt;
  }

  get size(): number {
    return this.raw.length;
  }

  at(place: number): Value {
    return this.adapt(this.raw[place]);
  }
}

/** An object whose keys clients choose: only its own members count. */
export class JsonMapping extends Mapping {
  private readonly raw: JsonObject;
  private readonly adapt: Adapt;

  constructor(raw: JsonObject, adapt: Adapt) {
    super();
    this.raw = raw;
    this.adapt = adapt;
  }

  get size(): number {
    return Object.keys(this.raw).length;
  }

  find(key: Key): Value | undefined {
    return typeof key === 'string' && Object.hasOwn(this.raw, key) ? this.adapt(this.raw[key]) : undefined;
  }

  *entries(): Generator<readonly [Value, Value]> {
    for (const key of Object.keys(this.raw)) yield [key, this.adapt(this.raw[key])];
  }
}
