// Our protobuf against that of another library: each reads what the other wrote, for objects of every built-in kind.

import { fromBinary, fromJson, toBinary, toJson } from '@bufbuild/protobuf';
import t from 'tap';
import { decodeObject } from '../../schema/decode.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { stringifyJson } from '../json/json.ts';
import { decodeMessage } from './protobuf-decoder.ts';
import { Descriptors, foreignJson } from '../../../fixtures/shared/protobuf-descriptors.fixture.ts';
import { MessageEncoder } from './protobuf-encoder.ts';
import { MessagePlans } from './protobuf-plan.ts';
import { seedOfRun } from '../../../fixtures/shared/explore.fixture.ts';
import { Dice } from '../../../fixtures/history/dice.ts';
import { kinds, sampleOfKind, schemas } from '../../../fixtures/shared/random-objects.fixture.ts';

const plans = new MessagePlans();
const encoder = new MessageEncoder(plans);
const served = kinds.flatMap((name) => {
  const schema = schemas.kind(name.group, name.version, name.kind);
  const hasForm = schema !== undefined && [...schema.fields.values()].some((field) => field.numbers.length > 0);
  return hasForm ? [{ name, schema }] : [];
});
const descriptorOf = new Descriptors(served.map(({ schema }) => schema)).finder();

interface Found {
  readonly title: string;
  readonly schema: StructSchema;
  readonly object: Record<string, unknown>;
}

/** Some objects of every kind. */
function* objects(rounds: number): Iterable<Found> {
  for (const [index, { name, schema }] of served.entries()) {
    for (let round = 0; round < rounds; round += 1) {
      const seed = seedOfRun() + index * 7919 + round * 104_729;
      const { object } = decodeObject(sampleOfKind(name, new Dice(seed)).value, schema);
      yield { title: `${name.group}/${name.version} ${name.kind}, seed ${seed}`, schema, object };
    }
  }
}

/** Lists and maps without members, and what holds nothing else, are absent on the wire. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(emptied);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, item]) => [key, emptied(item)] as const);
  const kept = members.filter(([, item]) => item !== null);
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

t.test('the other library reads our bytes as what the object says (MEDIA-009 to MEDIA-017)', async (t) => {
  const wrong: string[] = [];
  for (const { title, schema, object } of objects(4)) {
    const descriptor = descriptorOf(schema);
    const read = toJson(descriptor, fromBinary(descriptor, encoder.encode(object, schema)));
    const meant = toJson(descriptor, fromJson(descriptor, foreignJson(object, schema)));
    if (JSON.stringify(read) !== JSON.stringify(meant)) wrong.push(title);
  }
  t.strictSame(wrong, []);
});

t.test('we read the bytes of the other library as the object that they say (MEDIA-059)', async (t) => {
  const wrong: string[] = [];
  for (const { title, schema, object } of objects(4)) {
    const descriptor = descriptorOf(schema);
    const bytes = toBinary(descriptor, fromJson(descriptor, foreignJson(object, schema)));
    const { kind, apiVersion } = object;
    const value = { ...decodeMessage(bytes, schema, plans), kind, apiVersion };
    const read = decodeObject(value, schema).object;
    if (stringifyJson(emptied(read)) !== stringifyJson(emptied(object))) wrong.push(title);
  }
  t.strictSame(wrong, []);
});
