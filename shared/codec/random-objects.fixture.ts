// Random objects of every built-in kind, made by a generator of its own so that one number stands for a whole object.

import { type KindName, loadSchemas } from '../schema/builtin.ts';
import type { ScalarSchema, Schema, StructSchema } from '../schema/schema.ts';
import { vendorOf } from '../vendor/profile.ts';

export const schemas = loadSchemas(vendorOf('orch'));
/** Every built-in kind. */
export const kinds = schemas.kinds();

const samples: Record<ScalarSchema['type'], readonly unknown[]> = {
  string: ['a', 'yes', '', '1e3', 'ünïcode \u{1f600}', 'line\nbreak', ' '],
  int32: [0, 1, -1, 2147483647, -2147483648],
  int64: [0, 7, -9007199254740991, 9223372036854775807n, -9223372036854775808n],
  bool: [true, false],
  double: [0.5, -1e300, 3],
  bytes: ['', 'aGk=', 'AAAA'],
  time: ['2026-01-02T03:04:05Z', '1969-12-31T23:59:59Z', '2026-01-02T03:04:05.5+02:00'],
  microTime: ['2026-01-02T03:04:05.000001Z', '2026-01-02T03:04:05Z'],
  duration: ['1h0m0s', '250ms', '0s', '90s'],
  quantity: ['100m', '1Gi', '0', '1e3', '1024Ki', 2],
  intOrString: [0, 80, 'http', '25%', ''],
};

/** A small generator of its own, so that one number stands for a whole object. */
export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  roll(sides: number): number {
    this.#state = (Math.imul(this.#state ^ (this.#state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    return ((this.#state ^ (this.#state >>> 12)) >>> 0) % sides;
  }
}

function valueOf(schema: Schema, dice: Dice, depth: number): unknown {
  switch (schema.type) {
    case 'struct':
      return structOf(schema, dice, depth);
    case 'list':
      return Array.from({ length: depth > 5 ? 1 : dice.roll(3) }, () => valueOf(schema.items, dice, depth + 1));
    case 'map':
      return Object.fromEntries(
        Array.from({ length: dice.roll(3) }, (_, index) => [`k${index}`, valueOf(schema.values, dice, depth + 1)]),
      );
    case 'raw':
      if (schema.variant !== undefined) return schema.variant.form === 'bool' ? dice.roll(2) === 0 : {};
      return { any: [1, null, { deep: 'x' }] };
    case 'string':
    case 'int32':
    case 'int64':
    case 'bool':
    case 'double':
    case 'bytes':
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
      return samples[schema.type][dice.roll(samples[schema.type].length)];
  }
}

function structOf(schema: StructSchema, dice: Dice, depth: number): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const field of schema.fields.values()) {
    if (field.name === 'apiVersion' || field.name === 'kind') continue;
    if (depth > 6 || dice.roll(3) > 0) continue;
    value[field.name] = dice.roll(12) === 0 ? null : valueOf(field.schema, dice, depth + 1);
  }
  return value;
}

export interface Sample {
  readonly schema: StructSchema;
  readonly value: Record<string, unknown>;
}

/** An object of a random kind. */
export function sampleOf(seed: number): Sample {
  const dice = new Dice(seed);
  const name = kinds[dice.roll(kinds.length)];
  if (name === undefined) throw new TypeError('no such kind');
  return sampleOfKind(name, dice);
}

/** An object of this kind, about a third of its fields set. */
export function sampleOfKind(name: KindName, dice: Dice): Sample {
  const schema = schemas.kind(name.group, name.version, name.kind);
  if (schema === undefined) throw new TypeError('no such kind');
  const apiVersion = name.group === '' ? name.version : `${name.group}/${name.version}`;
  return { schema, value: { ...structOf(schema, dice, 0), apiVersion, kind: name.kind } };
}
