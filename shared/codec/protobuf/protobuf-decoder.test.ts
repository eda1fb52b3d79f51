// What bytes say, field by field: each type on its wire type and on another, lists and maps in their forms, and limits.

import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import t from 'tap';
import type { Field, ScalarSchema, Schema, StructSchema } from '../../schema/schema.ts';
import { TooManyValuesError } from '../limit/value-limit.ts';
import { decodeMessage, ProtobufError } from './protobuf-decoder.ts';
import { MessagePlans } from './protobuf-plan.ts';

const field = (name: string, numbers: readonly number[], schema: Schema, required = false): Field => ({
  name,
  schema,
  numbers,
  required,
  unchecked: false,
  pointer: true,
  alwaysWritten: false,
  default: undefined,
  patchStrategy: undefined,
  patchMergeKey: undefined,
  discriminator: false,
  featureGates: undefined,
});

function struct(...list: readonly Field[]): StructSchema {
  return {
    type: 'struct',
    name: 'core/v1.Sample',
    fields: new Map(list.map((one) => [one.name, one])),
    list,
    defaulted: [],
    ruled: [],
    gated: [],
    mapType: 'granular',
    isKind: false,
  };
}

const scalar = (type: ScalarSchema['type']): ScalarSchema => ({ type });
const listOf = (items: Schema, messageNumber?: number): Schema => ({
  type: 'list',
  items,
  listType: 'atomic',
  keys: [],
  ...(messageNumber === undefined ? {} : { messageNumber }),
});
const mapOf = (values: Schema): Schema => ({ type: 'map', values, mapType: 'granular' });
const message = () => new BinaryWriter();
const { LengthDelimited: text, Varint: whole, Bit64, Bit32 } = WireType;

/** What a message says whose only field is `a`, number 1. */
const read = (schema: Schema, writer: BinaryWriter, maxValues?: number) =>
  decodeMessage(writer.finish(), struct(field('a', [1], schema)), new MessagePlans(), maxValues)['a'];

type Numbered = readonly [number, bigint | string];

const numbers = (...values: readonly Numbered[]): Uint8Array => {
  const writer = message();
  for (const [number, value] of values) {
    if (typeof value === 'bigint') writer.tag(number, whole).int64(value);
    else writer.tag(number, text).string(value);
  }
  return writer.finish();
};
const part = (bytes: Uint8Array) => message().tag(1, text).bytes(bytes);

t.test('a value without fields is read from its wire type, and from no other (MEDIA-059)', async (t) => {
  const rows = [
    ['string', message().tag(1, text).string('é'), 'é'],
    ['bytes', part(Buffer.from([255, 0])), '/wA='],
    ['bool', message().tag(1, whole).bool(true), true],
    ['bool', message().tag(1, whole).bool(false), false],
    ['int32', message().tag(1, whole).int32(-7), -7],
    ['int64', message().tag(1, whole).int64(9_007_199_254_740_991n), 9_007_199_254_740_991],
    ['int64', message().tag(1, whole).int64(9_007_199_254_740_992n), 9_007_199_254_740_992n],
    ['int64', message().tag(1, whole).int64(-9_007_199_254_740_991n), -9_007_199_254_740_991],
    ['int64', message().tag(1, whole).int64(-9_007_199_254_740_992n), -9_007_199_254_740_992n],
    ['double', message().tag(1, Bit64).double(1.5), 1.5],
  ] as const;
  for (const [type, writer, wanted] of rows) t.strictSame(read(scalar(type), writer), wanted, type);
  const wrong = [
    ['string', message().tag(1, whole).int32(1), 'wrong wire type 0, expected 2'],
    ['bytes', message().tag(1, whole).int32(1), 'wrong wire type 0, expected 2'],
    ['bool', message().tag(1, text).string('t'), 'wrong wire type 2, expected 0'],
    ['int32', message().tag(1, Bit64).double(1), 'wrong wire type 1, expected 0'],
    ['int64', message().tag(1, text).string('1'), 'wrong wire type 2, expected 0'],
    ['double', message().tag(1, Bit32).float(1), 'wrong wire type 5, expected 1'],
    ['time', message().tag(1, whole).int32(1), 'wrong wire type 0, expected 2'],
  ] as const;
  for (const [type, writer, wanted] of wrong) {
    t.throws(() => read(scalar(type), writer), { name: 'ProtobufError', message: `proto: ${wanted}` }, type);
  }
});

t.test('times, durations, quantities and ports have messages of their own', async (t) => {
  const rows = [
    ['time', numbers([1, 1_767_323_045n]), '2026-01-02T03:04:05Z'],
    ['time', numbers([1, 1_767_323_045n], [2, 7000n]), '2026-01-02T03:04:05Z'],
    ['microTime', numbers([1, 1_767_323_045n], [2, 7999n]), '2026-01-02T03:04:05.000007Z'],
    ['microTime', numbers([2, 999_999_999n]), '1970-01-01T00:00:00.999999Z'],
    ['time', numbers([1, -62_135_596_800n]), '0001-01-01T00:00:00Z'],
    ['time', numbers([1, 253_402_300_799n]), '9999-12-31T23:59:59Z'],
    ['time', numbers(), null],
    ['duration', numbers([1, 1_500_000_000n]), '1.5s'],
    ['duration', numbers(), '0s'],
    ['quantity', numbers([1, '100m']), '100m'],
    ['quantity', numbers(), ''],
    ['intOrString', numbers([1, 0n], [2, 80n]), 80],
    ['intOrString', numbers([2, -1n]), -1],
    ['intOrString', numbers([1, 1n], [2, 80n], [3, 'web']), 'web'],
    ['intOrString', numbers([1, 1n]), ''],
    ['quantity', numbers([1, 'a'], [9, 1n], [1, 'b']), 'b'],
  ] as const;
  for (const [type, bytes, wanted] of rows) t.strictSame(read(scalar(type), part(bytes)), wanted, `${type} ${wanted}`);
  const fraction = message().tag(5, Bit64).double(1).tag(6, Bit32).float(1).tag(1, text).string('1').finish();
  t.equal(read(scalar('quantity'), part(fraction)), '1', 'numbers that it does not have are skipped');
  for (const [type, bytes, wanted] of [
    ['time', numbers([1, 253_402_300_800n]), 'not a time'],
    ['time', numbers([1, -99_999_999_999_999n]), 'not a time'],
    ['time', numbers([1, 1n], [2, -1n]), 'not a time'],
    ['time', numbers([1, 1n], [2, 1_000_000_000n]), 'not a time'],
    ['time', numbers([1, 'soon']), 'wrong wire type, expected a number'],
    ['quantity', numbers([1, 1n]), 'wrong wire type, expected a text'],
  ] as const) {
    t.throws(() => read(scalar(type), part(bytes)), { name: 'ProtobufError', message: `proto: ${wanted}` });
  }
});

t.test('a list repeats its field, numbers also stand in one field together', async (t) => {
  const strings = message().tag(1, text).string('x').tag(1, text).string('');
  t.strictSame(read(listOf(scalar('string')), strings), ['x', '']);
  const packed = message().int32(1).int32(-2).finish();
  for (const type of ['int32', 'int64'] as const) {
    const both = message().tag(1, whole).int32(5).tag(1, text).bytes(packed);
    t.strictSame(read(listOf(scalar(type)), both), [5, 1, -2], type);
  }
  t.strictSame(read(listOf(scalar('bool')), part(Buffer.from([1, 0]))), [true, false]);
  t.strictSame(read(listOf(scalar('double')), part(message().double(1.5).double(2).finish())), [1.5, 2]);
  const inner = struct(field('b', [1], scalar('string')));
  const items = message()
    .tag(1, text)
    .bytes(numbers([1, 'p']))
    .tag(1, text)
    .bytes(numbers());
  t.strictSame(read(listOf(inner), items), [{ b: 'p' }, {}]);
});

t.test('a list with a name of its own is a message that repeats its number and may have others', async (t) => {
  const values = message().tag(3, text).string('x').tag(4, text).string('?').tag(3, text).string('y').finish();
  t.strictSame(read(listOf(scalar('string'), 3), part(values)), ['x', 'y']);
  const last = message()
    .tag(1, text)
    .bytes(values)
    .tag(1, text)
    .bytes(numbers([3, 'z']));
  t.strictSame(read(listOf(scalar('string'), 3), last), ['z'], 'a message that comes again counts');
  t.strictSame(read(mapOf(listOf(scalar('string'), 1)), part(numbers([1, 'k'], [2, '']))), { k: [] });
});

t.test('an entry of a map has a key and a value, either may be absent, and the last of a key counts', async (t) => {
  const entry = (...fields: readonly Numbered[]) => [1, numbers(...fields)] as const;
  const entries = [
    entry([1, 'k'], [2, 'v']),
    entry([2, 'first'], [1, 'again']),
    entry([1, 'again'], [2, 'last'], [3, 'skipped'], [4, 1n]),
    entry([2, 'keyless']),
    entry([1, 'valueless']),
    entry([1, '__proto__'], [2, 'own']),
  ];
  const writer = message();
  for (const [number, bytes] of entries) writer.tag(number, text).bytes(bytes);
  const map = read(mapOf(scalar('string')), writer) as object;
  t.strictSame(Object.entries(map), [
    ['k', 'v'],
    ['again', 'last'],
    ['', 'keyless'],
    ['valueless', null],
    ['__proto__', 'own'],
  ]);
  t.throws(() => read(mapOf(scalar('string')), message().tag(1, whole).int32(1)), ProtobufError);
});

t.test('any JSON value is bytes in a message; none at all is null', async (t) => {
  const raw: Schema = { type: 'raw' };
  t.strictSame(read(raw, part(numbers([1, '{"b":[1,null]}']))), { b: [1, null] });
  for (const nothing of [numbers(), numbers([1, '']), numbers([1, 5n]), numbers([2, '{}'])]) {
    t.equal(read(raw, part(nothing)), null);
  }
  t.throws(() => read(raw, part(numbers([1, '{']))), { name: 'ProtobufError', message: /^proto: / });
  t.throws(() => read(raw, part(numbers([1, '[1,2,3]'])), 3), TooManyValuesError, 'its values count');
});

t.test('a value of two forms is the one that its message has', async (t) => {
  const forms = (form: 'bool' | 'list' | 'strings', second: Schema): Schema => {
    const inner = struct(field('b', [1], scalar('string')));
    const [one, other] = [field('schema', [1], inner), field('other', [2], second)];
    const order = form === 'bool' ? [other, one] : [one, other];
    return { type: 'raw', variant: { form, message: struct(...order) } };
  };
  const allowed = (value: boolean) => message().tag(2, whole).bool(value).finish();
  const schema = message()
    .tag(1, text)
    .bytes(numbers([1, 's']))
    .finish();
  t.equal(read(forms('bool', scalar('bool')), part(allowed(true))), true);
  t.equal(read(forms('bool', scalar('bool')), part(allowed(false))), false);
  t.equal(read(forms('bool', scalar('bool')), part(numbers())), false);
  const both = message()
    .tag(2, whole)
    .bool(true)
    .tag(1, text)
    .bytes(numbers([1, 's']))
    .finish();
  for (const bytes of [schema, both]) t.strictSame(read(forms('bool', scalar('bool')), part(bytes)), { b: 's' });
  const strings = listOf(scalar('string'));
  t.strictSame(read(forms('strings', strings), part(schema)), { b: 's' });
  t.strictSame(read(forms('strings', strings), part(numbers([2, 'x'], [2, 'y']))), ['x', 'y']);
  t.equal(read(forms('list', strings), part(numbers())), null);
});

t.test(
  'inlined types are messages of their own, unknown numbers are skipped, and the last value is used',
  async (t) => {
    const schema = struct(
      field('top', [1], scalar('string')),
      field('one', [2, 1], scalar('string')),
      field('two', [2, 2, 1], scalar('string')),
      field('unsent', [], scalar('string')),
      field('needed', [4], scalar('string'), true),
      field('given', [5], scalar('string'), true),
    );
    const inlined = message()
      .tag(1, text)
      .string('1')
      .tag(2, text)
      .bytes(numbers([1, '2']))
      .finish();
    const bytes = message()
      .tag(1, text)
      .string('before')
      .tag(2, text)
      .bytes(inlined)
      .tag(90, text)
      .string('?')
      .tag(91, Bit32)
      .float(1)
      .tag(1, text)
      .string('after')
      .tag(5, text)
      .string('')
      .finish();
    const read = decodeMessage(bytes, schema, new MessagePlans());
    t.strictSame(read, { top: 'after', one: '1', two: '2', given: '', needed: null });
    const odd = message().tag(2, whole).int32(1).finish();
    t.throws(() => decodeMessage(odd, schema, new MessagePlans()), ProtobufError);
  },
);

t.test('fields and items count, and neither they nor levels go beyond their limit', async (t) => {
  const three = () => message().tag(1, text).string('a').tag(1, text).string('b').tag(7, text).string('unknown');
  t.strictSame(read(listOf(scalar('string')), three(), 3), ['a', 'b']);
  t.throws(() => read(listOf(scalar('string')), three(), 2), TooManyValuesError);
  const packed = () => part(Buffer.from([1, 1, 1]));
  t.strictSame(read(listOf(scalar('int32')), packed(), 4), [1, 1, 1]);
  t.throws(() => read(listOf(scalar('int32')), packed(), 3), TooManyValuesError);
  const entry = () => part(numbers([1, 'k'], [2, 'v']));
  t.strictSame(read(mapOf(scalar('string')), entry(), 3), { k: 'v' });
  t.throws(() => read(mapOf(scalar('string')), entry(), 2), TooManyValuesError);
  const named = () => part(numbers([3, 'x'], [4, 'y']));
  t.strictSame(read(listOf(scalar('string'), 3), named(), 3), ['x']);
  t.throws(() => read(listOf(scalar('string'), 3), named(), 2), TooManyValuesError);

  const members = new Map<string, Field>();
  const nested: StructSchema = { ...struct(), fields: members };
  members.set('a', field('a', [1], nested));
  const levels = (count: number) => {
    let bytes: Uint8Array = new Uint8Array();
    for (let level = 1; level < count; level += 1) bytes = part(bytes).finish();
    return () => decodeMessage(bytes, nested, new MessagePlans());
  };
  t.ok(levels(256)());
  t.throws(levels(257), { name: 'ProtobufError', message: 'proto: exceeded max depth of 256' });
});

t.test('bytes that end too early are refused as such', async (t) => {
  const schema = struct(field('a', [1], scalar('string')));
  const good = message().tag(1, text).string('long enough').finish();
  for (const bytes of [good.subarray(0, 5), Buffer.from([0x0a, 0xff, 0xff]), Buffer.from([0x0a])]) {
    t.throws(() => decodeMessage(bytes, schema, new MessagePlans()), ProtobufError);
  }
});
