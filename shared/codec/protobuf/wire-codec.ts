// Protobuf on the wire from a table of fields: what a message is made of is data (a `messages.ts` beside its user), this
// file reads and writes it. Unknown fields are skipped, absent fields read as zero values, sizes are limited. Presence of
// a scalar is not kept: proto3 without `optional` has none, and the container runtime interface and etcd use none.

import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** How one value is written and read. `zero` makes the value of an absent field. */
export interface WireShape<T> {
  readonly wireType: WireType;
  zero(): T;
  /** Zero values are not written, so that the shortest form is sent. */
  isZero(value: T): boolean;
  write(writer: BinaryWriter, value: T): void;
  /** Reads one occurrence; `before` is what was read of this field so far (repeated fields and maps add to it). */
  read(reader: BinaryReader, before: T): T;
  /** Present when each element has a tag of its own: it writes all of them, and `write` is not called. */
  repeated?(writer: BinaryWriter, number: number, value: T): void;
}

export interface WireField<T> {
  readonly number: number;
  readonly shape: WireShape<T>;
}

export type WireFields = Readonly<Record<string, WireField<unknown>>>;

/** The value that a table of fields describes. */
export type MessageOf<M> = M extends WireMessage<infer T> ? T : never;

/** A message type: `encode` and `decode` are inverse for every value whose zero fields are left out. */
export interface WireMessage<T> {
  readonly name: string;
  encode(value: Partial<T>): Buffer;
  /** Throws `WireError` for bytes that are no such message or exceed a limit. */
  decode(bytes: Uint8Array): T;
  readonly shape: WireShape<T | undefined>;
  /** The shape where a part of another message is written with some of its fields. */
  readonly part: WireShape<Partial<T> | undefined>;
}

/** Bytes that are no message of the expected type. */
export class WireError extends Error {
  override readonly name = 'WireError';
}

/** Most elements that one repeated field or map may have; a node holds a few thousand containers and images. */
const maximumElements = 200_000;

type ValueOf<F> = F extends WireField<infer T> ? T : never;

export function field<T>(number: number, shape: WireShape<T>): WireField<T> {
  return { number, shape };
}

export const stringShape: WireShape<string> = {
  wireType: WireType.LengthDelimited,
  zero: () => '',
  isZero: (value) => value === '',
  write: (writer, value) => writer.string(value),
  read: (reader) => reader.string(),
};

export const boolShape: WireShape<boolean> = {
  wireType: WireType.Varint,
  zero: () => false,
  isZero: (value) => !value,
  write: (writer, value) => writer.bool(value),
  read: (reader) => reader.bool(),
};

/** int32 and enums. */
export const int32Shape: WireShape<number> = {
  wireType: WireType.Varint,
  zero: () => 0,
  isZero: (value) => value === 0,
  write: (writer, value) => writer.int32(value),
  read: (reader) => reader.int32(),
};

export const uint32Shape: WireShape<number> = {
  ...int32Shape,
  write: (writer, value) => writer.uint32(value),
  read: (reader) => reader.uint32(),
};

/** Decoded bytes share the memory of the message: callers that keep them for long must copy them. */
export const bytesShape: WireShape<Uint8Array> = {
  wireType: WireType.LengthDelimited,
  zero: () => new Uint8Array(0),
  isZero: (value) => value.length === 0,
  write: (writer, value) => writer.bytes(value),
  read: (reader) => reader.bytes(),
};

/** An int64 that counts. One beyond 2^53 - 1 is refused: a number would not hold it. */
export const countShape: WireShape<number> = {
  wireType: WireType.Varint,
  zero: () => 0,
  isZero: (value) => value === 0,
  write: (writer, value) => writer.int64(value),
  read: (reader) => {
    const value = Number(reader.int64());
    if (!Number.isSafeInteger(value)) throw new WireError(`${value} is beyond the numbers that are exact`);
    return value;
  },
};

/** Exact: times in nanoseconds since the epoch and random identifiers are beyond what a number holds. */
export const int64Shape: WireShape<bigint> = {
  wireType: WireType.Varint,
  zero: () => 0n,
  isZero: (value) => value === 0n,
  write: (writer, value) => writer.int64(value),
  read: (reader) => BigInt(reader.int64()),
};

export const uint64Shape: WireShape<bigint> = {
  ...int64Shape,
  write: (writer, value) => writer.uint64(value),
  read: (reader) => BigInt(reader.uint64()),
};

export const doubleShape: WireShape<number> = {
  wireType: WireType.Bit64,
  zero: () => 0,
  isZero: (value) => value === 0,
  write: (writer, value) => writer.double(value),
  read: (reader) => reader.double(),
};

/** A repeated field of strings or messages (packed numbers do not occur in the calls we use). */
export function listOf<T>(item: WireShape<T>): WireShape<readonly NonNullable<T>[]> {
  return {
    wireType: item.wireType,
    zero: () => [],
    isZero: (value) => value.length === 0,
    write: () => {},
    read: (reader, before) => {
      const list = before as T[];
      if (list.length >= maximumElements) throw new WireError(`more than ${maximumElements} elements in one field`);
      list.push(item.read(reader, item.zero()));
      return list as NonNullable<T>[];
    },
    repeated: (writer, number, value) => {
      for (const one of value) {
        writer.tag(number, item.wireType);
        item.write(writer, one);
      }
    },
  };
}

/** `map<string, string>`. Keys come from others, hence a Map. */
export const stringMapShape: WireShape<ReadonlyMap<string, string>> = mapShape(() => stringMapEntry);

/** `map<string, bytes>`. */
export const bytesMapShape: WireShape<ReadonlyMap<string, Uint8Array>> = mapShape(() => bytesMapEntry);

/** `entry` is asked for when a map is written or read. */
function mapShape<V>(
  entry: () => WireMessage<{ readonly key: string; readonly value: V }>,
): WireShape<ReadonlyMap<string, V>> {
  return {
    wireType: WireType.LengthDelimited,
    zero: () => new Map(),
    isZero: (value) => value.size === 0,
    write: () => {},
    read: (reader, before) => {
      const map = before as Map<string, V>;
      if (map.size >= maximumElements) throw new WireError(`more than ${maximumElements} entries in one map`);
      const { key, value } = entry().decode(reader.bytes());
      map.set(key, value);
      return map;
    },
    repeated: (writer, number, map) => {
      for (const [key, value] of map) {
        writer.tag(number, WireType.LengthDelimited).bytes(entry().encode({ key, value }));
      }
    },
  };
}

/** Makes a message type of a table of fields. */
export function message<F extends WireFields>(
  name: string,
  fields: F,
): WireMessage<{ readonly [K in keyof F]: ValueOf<F[K]> }> {
  type T = { readonly [K in keyof F]: ValueOf<F[K]> };
  const entries = Object.entries(fields).map(([key, one]) => ({ key, ...one }));
  const byNumber = new Map(entries.map((entry) => [entry.number, entry]));

  function writeTo(writer: BinaryWriter, value: Readonly<Record<string, unknown>>): BinaryWriter {
    for (const { key, number, shape } of entries) {
      const one = value[key];
      if (one === undefined || shape.isZero(one)) continue;
      if (shape.repeated !== undefined) shape.repeated(writer, number, one);
      else shape.write(writer.tag(number, shape.wireType), one);
    }
    return writer;
  }

  function decode(bytes: Uint8Array): T {
    const result: Record<string, unknown> = {};
    for (const { key, shape } of entries) result[key] = shape.zero();
    try {
      const reader = new BinaryReader(bytes);
      while (reader.pos < reader.len) {
        const [number, wireType] = reader.tag();
        const entry = byNumber.get(number);
        if (entry === undefined) reader.skip(wireType, number);
        else if (entry.shape.wireType !== wireType) throw new WireError(`field ${entry.key} has wire type ${wireType}`);
        else result[entry.key] = entry.shape.read(reader, result[entry.key]);
      }
    } catch (error) {
      throw new WireError(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
    return result as T;
  }

  const shape = {
    wireType: WireType.LengthDelimited,
    zero: () => undefined,
    isZero: (value: unknown) => value === undefined,
    write: (writer: BinaryWriter, value: unknown) => {
      writer.bytes(writeTo(new BinaryWriter(), value as Record<string, unknown>).finish());
    },
    read: (reader: BinaryReader) => decode(reader.bytes()),
  };
  return {
    name,
    encode: (value) => Buffer.from(writeTo(new BinaryWriter(), value as Record<string, unknown>).finish()),
    decode,
    shape,
    part: shape,
  };
}

const stringMapEntry = message('MapEntry', { key: field(1, stringShape), value: field(2, stringShape) });
const bytesMapEntry = message('MapEntry', { key: field(1, stringShape), value: field(2, bytesShape) });
