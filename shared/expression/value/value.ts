// Values while an expression runs. Integers are by far the most frequent numbers: a safe integer is a JavaScript number, any
// other a bigint, always in the one form that fits, so `===` compares them. Doubles and unsigned integers are boxed. With
// bigint for all, a sum of two fields takes two to three times as long.

import { type Type, Type as TypeClass, types } from '../type/type.ts';

/** A signed 64-bit integer: a number exactly when it is a safe integer. */
export type Int = number | bigint;

export type Value =
  | null
  | boolean
  | string
  | Int
  | Double
  | Uint
  | Uint8Array
  | Timestamp
  | Duration
  | List
  | Mapping
  | Structure
  | Optional
  | Opaque
  | Type
  | Failure;

/** Why an expression has no value. It takes part in evaluation like a value: `false && <failure>` is false. */
export class Failure {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export class Double {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** An unsigned 64-bit integer. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** A point in time between the years 1 and 9999. */
export class Timestamp {
  /** Seconds since 1970, may be negative. */
  readonly seconds: number;
  /** 0 up to a billion. */
  readonly nanos: number;
  /** Seconds east of UTC, as it was written: only its text shows it. */
  readonly offset: number;

  constructor(seconds: number, nanos: number, offset = 0) {
    this.seconds = seconds;
    this.nanos = nanos;
    this.offset = offset;
  }
}

export class Duration {
  /** Within 64 bits, with sign. */
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A list of values, which it may make when they are asked for. */
export abstract class List {
  abstract readonly size: number;

  /** The item at a place from 0 to `size`, exclusive. */
  abstract at(place: number): Value;

  /** Whether its places are given as integers only, and not as other numbers that are equal to one. */
  get intPlaces(): boolean {
    return false;
  }

  /** Whether it has the items of another list, as a list of its kind compares them. */
  equals?(other: List): boolean | undefined;

  /** The list of both, as a list of its kind joins them; undefined: one after the other. */
  joined?(other: List): List | undefined;
}

/** A list of values that are there. */
export class ArrayList extends List {
  readonly items: readonly Value[];

  constructor(items: readonly Value[]) {
    super();
    this.items = items;
  }

  get size(): number {
    return this.items.length;
  }

  at(place: number): Value {
    return this.items[place] as Value;
  }
}

/** A key of a map in the form by which it is found: equal numbers of different types are one key. */
export type Key = string | boolean | Int;

/** A map. Keys are strings, booleans, integers or unsigned integers. */
export abstract class Mapping {
  abstract readonly size: number;

  abstract find(key: Key): Value | undefined;

  abstract entries(): Iterable<readonly [Value, Value]>;
}

/** A map of values that are there. */
export class EntryMap extends Mapping {
  readonly content: ReadonlyMap<Key, readonly [Value, Value]>;

  constructor(content: ReadonlyMap<Key, readonly [Value, Value]>) {
    super();
    this.content = content;
  }

  get size(): number {
    return this.content.size;
  }

  find(key: Key): Value | undefined {
    return this.content.get(key)?.[1];
  }

  entries(): Iterable<readonly [Value, Value]> {
    return this.content.values();
  }
}

/** An object whose type declares its fields. */
export abstract class Structure {
  abstract readonly type: Type;

  /** The value of a field; undefined where the field is not set, or there is none. */
  abstract get(field: string): Value | undefined;

  abstract equals(other: Structure): boolean;
}

/** A value of a library. */
export abstract class Opaque {
  abstract readonly type: Type;

  /** What costs count it as. */
  get size(): number {
    return 1;
  }

  abstract equals(other: Value): boolean;
}

/** A value that may be absent. */
export class Optional {
  static readonly none = new Optional(undefined);
  readonly value: Value | undefined;

  constructor(value: Value | undefined) {
    this.value = value;
  }
}

/** The type of a value, without parameters. */
export function typeOf(value: Value): Type {
  if (typeof value === 'string') return types.string;
  if (typeof value === 'number' || typeof value === 'bigint') return types.int;
  if (typeof value === 'boolean') return types.bool;
  return typeOfObject(value);
}

function typeOfObject(value: Exclude<Value, string | boolean | Int>): Type {
  if (value === null) return types.null;
  if (value instanceof List) return types.list;
  if (value instanceof Mapping) return types.map;
  if (value instanceof Structure || value instanceof Opaque) return value.type;
  if (value instanceof Double) return types.double;
  if (value instanceof Uint) return types.uint;
  if (value instanceof Timestamp) return types.timestamp;
  if (value instanceof Duration) return types.duration;
  if (value instanceof Uint8Array) return types.bytes;
  if (value instanceof Optional) return types.optional;
  if (value instanceof TypeClass) return types.type;
  return types.error;
}

/** The key that a value is in a map; undefined for values that are no keys. */
export function keyOf(value: Value): Key | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Uint) return integer(value.value);
  if (value instanceof Double && Number.isInteger(value.value)) return integer(BigInt(value.value));
  return undefined;
}

/** The one form of an integer. */
export function integer(value: bigint): Int {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

/** Items of a list, in order. */
export function* itemsOf(list: List): Generator<Value> {
  for (let place = 0; place < list.size; place += 1) yield list.at(place);
}
