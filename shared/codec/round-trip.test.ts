// Random objects of every built-in kind, through every reading of the schema and every encoding.

import fc from 'fast-check';
import t from 'tap';
import { loadSchemas } from '../schema/builtin.ts';
import { DecodeError, decodeObject } from '../schema/decode.ts';
import { applyDefaults } from '../schema/default.ts';
import type { ScalarSchema, Schema, StructSchema } from '../schema/schema.ts';
import { validateDeclared } from '../schema/validate.ts';
import { vendorOf } from '../vendor/profile.ts';
import { parseJson, stringifyJson } from './json.ts';
import { createProtobufCodec } from './protobuf.ts';
import { parseYaml, toYaml } from './yaml.ts';

const schemas = loadSchemas(vendorOf('orch'));
const kinds = schemas.kinds();
const codec = createProtobufCodec();

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
class Dice {
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

interface Sample {
  readonly schema: StructSchema;
  readonly value: Record<string, unknown>;
}

function sampleOf(seed: number): Sample {
  const dice = new Dice(seed);
  const name = kinds[dice.roll(kinds.length)];
  const schema = name === undefined ? undefined : schemas.kind(name.group, name.version, name.kind);
  if (name === undefined || schema === undefined) throw new TypeError('no such kind');
  const apiVersion = name.group === '' ? name.version : `${name.group}/${name.version}`;
  return { schema, value: { ...structOf(schema, dice, 0), apiVersion, kind: name.kind } };
}

/** Runs `holds` for random objects; the seed of a failure tells the object. */
function forRandomObjects(holds: (sample: Sample) => boolean): void {
  fc.assert(
    fc.property(fc.integer(), (seed) => holds(sampleOf(seed))),
    { numRuns: 600 },
  );
}

const isSame = (left: unknown, right: unknown): boolean => stringifyJson(left) === stringifyJson(right);

t.test('what was decoded decodes to itself, and the input stays as it was', async () => {
  forRandomObjects(({ schema, value }) => {
    const before = stringifyJson(value);
    const { object, unknownFields } = decodeObject(value, schema);
    const again = decodeObject(object, schema);
    return isSame(again.object, object) && unknownFields.length === 0 && stringifyJson(value) === before;
  });
});

t.test('defaulting twice is defaulting once, its result is canonical, and validation takes any object', async () => {
  forRandomObjects(({ schema, value }) => {
    const { object } = decodeObject(value, schema);
    applyDefaults(object, schema);
    const once = stringifyJson(object);
    applyDefaults(object, schema);
    const sorted = decodeObject(object, schema).object;
    applyDefaults(sorted, schema);
    return (
      stringifyJson(object) === once &&
      isSame(decodeObject(sorted, schema).object, sorted) &&
      Array.isArray(validateDeclared(object, schema))
    );
  });
});

t.test('JSON and YAML give back the same object (MEDIA-022)', async () => {
  forRandomObjects(({ schema, value }) => {
    const { object } = decodeObject(value, schema);
    return (
      isSame(parseJson(stringifyJson(object)).value, object) &&
      isSame(parseJson(stringifyJson(object, 2)).value, object) &&
      isSame(parseYaml(toYaml(object)).value, object)
    );
  });
});

t.test('protobuf gives back the same object, but for the difference of null and empty', async () => {
  const emptied = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.length === 0 ? null : value.map(emptied);
    if (typeof value !== 'object' || value === null) return value === '' ? null : value;
    const members = Object.entries(value).map(([key, item]) => [key, emptied(item)] as const);
    return Object.fromEntries(members.filter(([, item]) => item !== null));
  };
  forRandomObjects(({ schema, value }) => {
    if ([...schema.fields.values()].every((field) => field.numbers.length === 0)) return true;
    const { object } = decodeObject(value, schema);
    const decoded = codec.decode(codec.encode(object, schema), () => schema);
    return isSame(emptied(decodeObject(decoded, schema).object), emptied(object));
  });
});

t.test('any JSON value either decodes or is refused with its place', async () => {
  fc.assert(
    fc.property(fc.integer(), fc.jsonValue(), (seed, value) => {
      const { schema, value: object } = sampleOf(seed);
      for (const key of Object.keys(object)) {
        try {
          decodeObject({ ...object, [key]: value }, schema);
        } catch (error) {
          if (!(error instanceof DecodeError) || !error.path.startsWith(key)) return false;
        }
      }
      return true;
    }),
    { numRuns: 300 },
  );
});
