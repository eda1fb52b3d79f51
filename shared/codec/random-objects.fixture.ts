// Random objects of every built-in kind, made by a generator of its own so that one number stands for a whole object.

import { type KindName, loadSchemas } from '../schema/builtin.ts';
import type { ScalarSchema, Schema, StructSchema } from '../schema/schema.ts';
import { vendorOf } from '../vendor/profile.ts';

export const schemas = loadSchemas(vendorOf('orch'));
/** Every built-in kind. */
export const kinds = schemas.kinds();

/** What random values are made of. */
interface Palette {
  readonly scalars: Record<ScalarSchema['type'], readonly unknown[]>;
  readonly keys: readonly string[];
  readonly raw: readonly unknown[];
  /** One of so many items of a list or map is null; 0: none. */
  readonly nullItems: number;
}

const samples: Palette['scalars'] = {
  string: ['a', 'yes', '', '1e3', 'ünïcode \u{1f600}', 'line\nbreak', ' '],
  int32: [0, 1, -1, 2147483647, -2147483648],
  int64: [0, 7, -9007199254740991, 9223372036854775807n, -9223372036854775808n],
  bool: [true, false],
  double: [0.5, -1e300, 3],
  bytes: ['', 'aGk=', 'AAAA'],
  time: ['2026-01-02T03:04:05Z', '1969-12-31T23:59:59Z', '2026-01-02T03:04:05.5+02:00'],
  microTime: ['2026-01-02T03:04:05.000001Z', '2026-01-02T03:04:05.000000Z'],
  duration: ['1h0m0s', '250ms', '0s', '90s'],
  quantity: ['100m', '1Gi', '0', '1e3', '1024Ki', 2],
  intOrString: [0, 80, 'http', '25%', ''],
};

/** Values that are what their fields say, and round trips keep. */
const usual: Palette = { scalars: samples, keys: ['k0', 'k1'], raw: [{ any: [1, null, { deep: 'x' }] }], nullItems: 0 };

const texts = [
  'a',
  '',
  'A',
  'x-y',
  '1',
  '*',
  '..',
  '/x',
  'a/b',
  'a.b/c',
  ' ',
  'ü',
  '{}',
  '[',
  '50%',
  '1Gi',
  'true',
  '-1',
];
const terms = ['In', 'Exists', 'Never', 'TCP', 'http', 'default', 'namespace:a', '10.0.0.1', '10.0.0.0/8', '::1', 'v1'];

/** Values of the right types that nobody would write. */
const hostile: Palette = {
  scalars: {
    ...samples,
    string: [...texts, ...terms, '0 0 * * *', '@daily', '__proto__', 'constructor', 'x'.repeat(300), 'object.x'],
    int32: [0, 1, -1, 80, 65_536, 2 ** 31 - 1, -(2 ** 31)],
    int64: [0, 1, -1, 1000, 2 ** 31],
    bytes: ['', 'aGk=', 'e30=', 'LS0t'],
    time: ['2026-01-02T03:04:05Z', '1969-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    duration: ['1h0m0s', '0s', '-1s', '99999h'],
    quantity: ['100m', '0', '-1', '999999999999999999999', 2],
  },
  keys: ['a', '', '..', 'a/b', '__proto__', 'constructor', 'ü', 'x'.repeat(300)],
  raw: [null, {}, [], 'a', 1, true, { kind: 'Pod', apiVersion: 'v1', metadata: null }, { raw: [1, { x: 'y' }] }],
  nullItems: 12,
};

/** A small generator of its own, so that one number stands for a whole object. */
export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = seed;
  }
  pick<T>(values: readonly T[]): T {
    return values[this.roll(values.length)] as T;
  }
  roll(sides: number): number {
    this.#state = (Math.imul(this.#state ^ (this.#state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    return ((this.#state ^ (this.#state >>> 12)) >>> 0) % sides;
  }
}

function valueOf(schema: Schema, dice: Dice, depth: number, palette: Palette): unknown {
  const item = (of: Schema): unknown =>
    palette.nullItems > 0 && dice.roll(palette.nullItems) === 0 ? null : valueOf(of, dice, depth + 1, palette);
  switch (schema.type) {
    case 'struct':
      return structOf(schema, dice, depth, palette);
    case 'list':
      return Array.from({ length: depth > 5 ? 1 : dice.roll(3) }, () => item(schema.items));
    case 'map':
      return Object.fromEntries(
        Array.from({ length: dice.roll(3) }, (_, index) => [
          palette === usual ? palette.keys[index] : dice.pick(palette.keys),
          item(schema.values),
        ]),
      );
    case 'raw':
      if (schema.variant !== undefined) return schema.variant.form === 'bool' ? dice.roll(2) === 0 : {};
      return dice.pick(palette.raw);
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
      return schema.enum !== undefined && palette !== usual && dice.roll(5) > 0
        ? dice.pick(schema.enum)
        : dice.pick(palette.scalars[schema.type]);
  }
}

function structOf(schema: StructSchema, dice: Dice, depth: number, palette: Palette): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const field of schema.fields.values()) {
    if (field.name === 'apiVersion' || field.name === 'kind') continue;
    const wanted = palette !== usual && field.required && dice.roll(12) > 0;
    if (depth > (wanted ? 9 : 6) || (!wanted && dice.roll(3) > 0)) continue;
    value[field.name] = dice.roll(12) === 0 ? null : valueOf(field.schema, dice, depth + 1, palette);
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
  return { schema, value: { ...structOf(schema, dice, 0, usual), apiVersion, kind: name.kind } };
}

/** An object of this schema whose values are what their fields say, about a third of them set. */
export function usualOf(schema: StructSchema, dice: Dice): Record<string, unknown> {
  return structOf(schema, dice, 0, usual);
}

/** An object of this kind that a client means harm with: each value fits its field, and hardly any makes sense. */
export function hostileOf(schema: StructSchema, dice: Dice): Record<string, unknown> {
  return structOf(schema, dice, 0, hostile);
}
