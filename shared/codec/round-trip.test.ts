// Random objects of every built-in kind, through every reading of the schema and every encoding.

import fc from 'fast-check';
import t, { type Test } from 'tap';
import { DecodeError, decodeObject, isZero } from '../schema/decode.ts';
import { applyDefaults } from '../schema/default.ts';
import type { Schema } from '../schema/schema.ts';
import { validateBySchema } from '../schema/validate.ts';
import { decodeCbor } from './cbor/cbor-decoder.ts';
import { encodeCbor } from './cbor/cbor-encoder.ts';
import { parseJson, stringifyJson } from './json/json.ts';
import { createProtobufCodec } from './protobuf/protobuf.ts';
import { Dice } from '../../fixtures/history/dice.ts';
import { kinds, type Sample, sampleOf, sampleOfKind } from '../../fixtures/shared/random-objects.fixture.ts';
import { parseYaml } from './yaml/yaml.ts';
import { toYaml } from './yaml/yaml-writer.ts';
import { explore, seedOfRun } from '../../fixtures/shared/explore.fixture.ts';

const codec = createProtobufCodec();

/** Runs `holds` for random objects. A failure reports the seed, which reproduces the object. */
function forRandomObjects(holds: (sample: Sample) => boolean): void {
  explore(
    fc.property(fc.integer(), (seed) => holds(sampleOf(seed))),
    { numRuns: 600 },
  );
}

/** Runs `holds` for several random objects of every kind. A failure reports the kind and the seed. */
function forEveryKind(t: Test, holds: (sample: Sample) => boolean): void {
  const lost: string[] = [];
  for (const [index, name] of kinds.entries()) {
    for (let round = 0; round < 8; round += 1) {
      const seed = seedOfRun() + index * 1009 + round * 7919;
      const sample = sampleOfKind(name, new Dice(seed));
      if (!holds(sample)) lost.push(`${name.group}/${name.version} ${name.kind}, seed ${seed}`);
    }
  }
  t.strictSame(lost, []);
}

const isSame = (left: unknown, right: unknown): boolean => stringifyJson(left) === stringifyJson(right);

t.test('a decoded object decodes to itself, and the input is not changed', async () => {
  forRandomObjects(({ schema, value }) => {
    const before = stringifyJson(value);
    const { object, unknownFields } = decodeObject(value, schema);
    const again = decodeObject(object, schema);
    return isSame(again.object, object) && unknownFields.length === 0 && stringifyJson(value) === before;
  });
});

t.test('every random object of a kind with durations decodes', async (t) => {
  const [name] = kinds.filter(({ kind }) => kind === 'AuthorizationConfiguration');
  if (name === undefined) throw new TypeError('no such kind');
  for (let seed = 0; seed < 2_000; seed += 1) {
    const { schema, value } = sampleOfKind(name, new Dice(seed));
    decodeObject(value, schema);
  }
  t.pass();
});

/** What has fields, at every depth, with these in the opposite order and one more that no type knows. */
function rewritten(value: unknown, schema: Schema): unknown {
  if (schema.type === 'list') return Array.isArray(value) ? value.map((item) => rewritten(item, schema.items)) : value;
  if (typeof value !== 'object' || value === null || (schema.type !== 'struct' && schema.type !== 'map')) return value;
  const members = Object.entries(value).map(([key, item]): [string, unknown] => {
    const below = schema.type === 'map' ? schema.values : schema.fields.get(key)?.schema;
    return [key, below === undefined ? item : rewritten(item, below)];
  });
  return Object.fromEntries(schema.type === 'map' ? members : [...members, ['unheardOf', 1] as const].reverse());
}

t.test(
  'the order in which fields are written changes nothing, nor what stands among them and is no field',
  async (t) => {
    forEveryKind(t, ({ schema, value }) => {
      const plain = decodeObject(value, schema);
      const other = decodeObject(rewritten(value, schema), schema);
      const named =
        other.unknownFields.every((path) => /(^|\.)unheardOf$/.test(path)) && other.unknownFields.length > 0;
      return isSame(other.object, plain.object) && isSame(other.missingFields, plain.missingFields) && named;
    });
  },
);

/** Whether every field of every object in it that has a default has a value. */
function isDefaulted(value: unknown, schema: Schema): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (schema.type === 'list') return (value as readonly unknown[]).every((item) => isDefaulted(item, schema.items));
  if (schema.type === 'map') return Object.values(value).every((item) => isDefaulted(item, schema.values));
  if (schema.type !== 'struct') return true;
  return [...schema.fields.values()].every((field) => {
    const held = (value as Readonly<Record<string, unknown>>)[field.name];
    if (!isDefaulted(held, field.schema)) return false;
    if (field.default === undefined) return true;
    return field.pointer ? held !== undefined && held !== null : !isZero(held) || isZero(field.default);
  });
}

t.test('defaults are set wherever a type declares them, however deep', async (t) => {
  forEveryKind(t, ({ schema, value }) => {
    const { object } = decodeObject(value, schema);
    applyDefaults(object, schema);
    return isDefaulted(object, schema);
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
      Array.isArray(validateBySchema(object, schema))
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

t.test('CBOR gives back the same object of every kind, and equal objects have equal bytes (MEDIA-028)', async (t) => {
  forEveryKind(t, ({ schema, value }) => {
    const { object } = decodeObject(value, schema);
    const bytes = encodeCbor(object);
    const decoded = decodeCbor(bytes);
    return isSame(decodeObject(decoded, schema).object, object) && encodeCbor(decoded).equals(bytes);
  });
});

t.test('protobuf gives back the same object of every kind, but for the difference of null and empty', async (t) => {
  // Lists and maps have no presence on the wire: one without members is one that is absent.
  const emptied = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.length === 0 ? null : value.map(emptied);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([key, item]) => [key, emptied(item)] as const);
    const kept = members.filter(([, item]) => item !== null);
    return kept.length === 0 ? null : Object.fromEntries(kept);
  };
  forEveryKind(t, ({ schema, value }) => {
    if ([...schema.fields.values()].every((field) => field.numbers.length === 0)) return true;
    const { object } = decodeObject(value, schema);
    const decoded = codec.decode(codec.encode(object, schema), () => schema);
    return isSame(emptied(decodeObject(decoded, schema).object), emptied(object));
  });
});

t.test('any JSON value either decodes or is refused with its place', async () => {
  explore(
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
