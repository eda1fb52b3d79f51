// Objects for tests that set every field of a kind in turn: one object with all fields, and ways to put another value
// somewhere in it. A type that holds itself, or stands in several places, is filled once only: elsewhere it is bare.

import type { Schema, StructSchema } from '../../shared/schema/schema.ts';

export type Path = readonly (string | number)[];
type Json = Record<string, unknown>;

const texts: Readonly<Record<string, string>> = {
  cidr: '10.0.0.0/24',
  ip: '10.0.0.1',
  portName: 'web',
  qualified: 'example.com/x',
};

/** A value with all fields. `bare`: types that are not filled again, by name. */
export function fullValue(schema: Schema, bare: Set<string>): unknown {
  switch (schema.type) {
    case 'struct':
      return fullStruct(schema, bare);
    case 'list':
      return [fullValue(schema.items, bare)];
    case 'map':
      return { x: fullValue(schema.values, bare) };
    case 'raw':
      return {};
    case 'string':
      return schema.enum?.at(-1) ?? texts[schema.format ?? ''] ?? 'x';
    case 'bool':
      return true;
    case 'bytes':
      return 'eA==';
    case 'time':
      return '2026-01-01T00:00:00Z';
    case 'microTime':
      return '2026-01-01T00:00:00.000000Z';
    case 'duration':
      return '1s';
    case 'quantity':
      return '1';
    case 'int32':
    case 'int64':
    case 'double':
    case 'intOrString':
      return Math.max(schema.minimum ?? 1, 1);
  }
}

function fullStruct(schema: StructSchema, bare: Set<string>): Json {
  if (bare.has(schema.name)) return {};
  bare.add(schema.name);
  const entries = schema.list
    .filter(({ name }) => name !== 'apiVersion' && name !== 'kind')
    .map((field): [string, unknown] => [field.name, fullValue(field.schema, bare)]);
  return Object.fromEntries(entries);
}

/** The way to a value, and what stands there. */
export interface Place {
  readonly path: Path;
  readonly schema: Schema;
}

/** Every place inside of a value of the schema. */
export function* placesOf(schema: Schema, value: unknown, path: Path = []): IterableIterator<Place> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const inner = innerSchema(schema, key);
    if (inner === undefined) continue;
    const place = { path: [...path, Array.isArray(value) ? Number(key) : key], schema: inner };
    yield place;
    yield* placesOf(inner, item, place.path);
  }
}

function innerSchema(schema: Schema, key: string): Schema | undefined {
  if (schema.type === 'struct') return schema.fields.get(key)?.schema;
  if (schema.type === 'list') return schema.items;
  return schema.type === 'map' ? schema.values : undefined;
}

/** What a client may write that is next to nothing, and one value of a wrong type. */
export function emptyValues(schema: Schema): readonly unknown[] {
  switch (schema.type) {
    case 'struct':
      return [null, {}, []];
    case 'list':
      return [null, [], [null], {}];
    case 'map':
      return [null, {}, { x: null }, []];
    case 'raw':
      return [null, {}, [], '', 5, [null]];
    case 'int32':
    case 'int64':
    case 'double':
      return [null, 0, -1, ''];
    case 'bool':
      return [null, false, ''];
    case 'string':
    case 'bytes':
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
      return [null, '', {}];
  }
}

/** A copy with another value at the path; `alone`: with nothing else beside the way to it. */
export function withValue(object: unknown, [step, ...rest]: Path, value: unknown, alone: boolean): unknown {
  if (step === undefined) return value;
  const inner: unknown = withValue((object as Json)[step], rest, value, alone);
  if (Array.isArray(object)) return [inner];
  return alone ? { [step]: inner } : { ...(object as Json), [step]: inner };
}
