// Bodies made to hurt: whatever the bytes are, a decoder answers with a value or with a StatusError, soon, and keeps little.

import fc from 'fast-check';
import t from 'tap';
import { StatusError } from '../object/status-error.ts';
import { loadSchemas } from '../schema/builtin.ts';
import { decodeObject, DecodeError } from '../schema/decode.ts';
import type { StructSchema } from '../schema/schema.ts';
import { vendorOf } from '../vendor/profile.ts';
import { encodeCbor } from './cbor/cbor-encoder.ts';
import { decodeBody } from './decode-body.ts';
import { contentTypeOf, type Format } from './negotiation/negotiate.ts';
import { stringifyJson } from './json/json.ts';
import { createProtobufCodec } from './protobuf/protobuf.ts';
import { toYaml } from './yaml/yaml-writer.ts';
import { explore } from '../../fixtures/shared/explore.fixture.ts';

const vendor = vendorOf('orch');
const schemas = loadSchemas(vendor);
const codec = createProtobufCodec();
const find = (apiVersion: string, kind: string): StructSchema | undefined => schemas.kind('', apiVersion, kind);
const pod = mustFind('Pod');
const formats: readonly Format[] = ['json', 'yaml', 'protobuf', 'cbor'];
const bodyLimit = 3 * 1024 * 1024;

function mustFind(kind: string): StructSchema {
  const schema = find('v1', kind);
  if (schema === undefined) throw new TypeError(kind);
  return schema;
}

const sample = decodeObject(
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'a',
      labels: { a: 'b', 'c.d/e': '' },
      creationTimestamp: '2026-01-02T03:04:05Z',
      managedFields: [{ manager: 'm', fieldsType: 'FieldsV1', fieldsV1: { 'f:x': { '.': {} } } }],
    },
    spec: {
      containers: [
        { name: 'c', ports: [{ containerPort: 80 }], resources: { limits: { cpu: '100m', memory: '1Gi' } } },
      ],
      terminationGracePeriodSeconds: 9_007_199_254_740_993n,
      volumes: [{ name: 'v', configMap: { name: 'ünï', defaultMode: 420 } }],
    },
  },
  pod,
).object;

function encoded(format: Format): Buffer {
  if (format === 'json') return Buffer.from(stringifyJson(sample));
  if (format === 'yaml') return Buffer.from(toYaml(sample));
  return format === 'cbor' ? encodeCbor(sample) : codec.encode(sample, pod);
}

/** The value of a body, after its schema; undefined when it was refused as it should. Anything else is a failure. */
function read(format: Format, bytes: Buffer): unknown {
  try {
    const { value } = decodeBody({
      vendor,
      bytes,
      contentType: contentTypeOf(format, vendor),
      kind: 'Pod',
      protobuf: (sent, maxValues) => codec.decode(sent, find, maxValues),
      cbor: true,
    });
    return decodeObject(value, pod).object;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    if (error instanceof StatusError && (error.code === 400 || error.code === 413)) return undefined;
    throw error;
  }
}

/** What a body is answered: its message, or `read`. */
function answer(format: Format, body: string | Buffer): string {
  try {
    decodeBody({
      vendor,
      bytes: Buffer.from(body),
      contentType: contentTypeOf(format, vendor),
      kind: 'Pod',
      cbor: true,
    });
    return 'read';
  } catch (error) {
    if (error instanceof StatusError) return error.message;
    throw error;
  }
}

for (const format of formats) {
  const good = encoded(format);

  t.test(`${format}: bytes changed, cut, repeated and inserted at random are read or refused`, async () => {
    const change = fc.record({
      at: fc.nat(good.length),
      remove: fc.nat(8),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 6 }),
        fc.nat(good.length - 8).map((from) => good.subarray(from, from + 8)),
      ),
    });
    explore(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), fc.nat(good.length * 4), (changes, length) => {
        let bytes = good;
        for (const { at, remove, insert } of changes) {
          bytes = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)]);
        }
        read(format, bytes.subarray(0, length));
      }),
      { numRuns: 1500 },
    );
  });

  t.test(`${format}: random bytes are read or refused`, async () => {
    const start = format === 'protobuf' ? good.subarray(0, 16) : Buffer.alloc(0);
    explore(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        read(format, Buffer.concat([start, bytes]));
      }),
      { numRuns: 1500 },
    );
  });

  t.test(`${format}: one byte or a pair of bytes, as often as a body may hold it`, async () => {
    const pairs = [
      '[',
      '{',
      '"',
      '- ',
      '? ',
      ': ',
      '!',
      '&a ',
      '*',
      '\\',
      '\0',
      '0',
      '\xff',
      '\x9f',
      '\x81',
      '\x0a\x00',
      '\x12',
    ];
    for (const pair of pairs) {
      const bytes = Buffer.alloc(bodyLimit / 8, pair, 'latin1');
      read(format, bytes);
      read(format, Buffer.concat([good, bytes]));
    }
  });
}

t.test('aliases cannot make a small document large', async (t) => {
  const names = Array.from('abcdefghij');
  const doubling = names
    .map((name, index) => `${name}: &${name} [${index === 0 ? 'x,'.repeat(10) : `*${names[index - 1]},`.repeat(10)}]\n`)
    .join('');
  t.match(answer('yaml', doubling), /document contains excessive aliasing/);
  const long = `a: &a ${'x'.repeat(100_000)}\nb: [${'*a,'.repeat(100_000)}]\n`;
  t.match(answer('yaml', long), /document contains excessive aliasing/, 'the length of texts counts');
  const key = `a: &a {${'x'.repeat(1000)}: 1}\nb: [${'*a,'.repeat(10_000)}]\n`;
  t.match(answer('yaml', key), /document contains excessive aliasing/, 'the length of keys counts');
  const merging = `a: &a {${Array.from({ length: 1000 }, (_, index) => `k${index}: 1`).join(',')}}\nb:\n${'- <<: *a\n'.repeat(1000)}`;
  t.match(answer('yaml', merging), /document contains excessive aliasing/);
  t.match(answer('yaml', 'a: &a [*a]'), /anchor 'a' value contains itself/);
});

t.test('numbers that no double holds are refused, and no time goes into their digits', async (t) => {
  const long = '1'.repeat(1_000_000);
  for (const number of ['1e999', '-1E+400', long])
    t.match(answer('json', `{"a":${number}}`), /number -?1.* is out of range/);
  for (const text of ['1e999', long, `0x${'f'.repeat(1_000_000)}`, `0b${long}`])
    t.equal(answer('yaml', `a: ${text}`), 'read', 'in YAML they are texts');
  for (const number of ['!!float 1e999', `!!int ${long}`])
    t.match(answer('yaml', `a: ${number}`), /yaml: line 1: cannot decode/);
  t.equal(answer('json', `{"a":${'1'.repeat(300)}}`), 'read');
  for (const text of ['0x_', '0b_', '0o_', '0_', '+', '.', '-.', '+0x', '1__', '0o8'])
    t.equal(answer('yaml', `a: ${text}`), 'read');
});

t.test('half a character becomes the replacement character in every format', async (t) => {
  const value = (format: Format, text: string): unknown =>
    decodeBody({ vendor, bytes: Buffer.from(text), contentType: contentTypeOf(format, vendor), kind: 'Pod' }).value;
  const replaced = JSON.stringify({ 'a\ufffd': 'x\ufffd\ufffdy\u{1f600}' });
  t.equal(JSON.stringify(value('json', '{"a\\ud800":"x\\udc00\\ud83dy\\ud83d\\ude00"}')), replaced);
  t.equal(JSON.stringify(value('yaml', '"a\\ud800": "x\\udc00\\ud83dy\\ud83d\\ude00"')), replaced);
  t.equal(JSON.stringify(value('yaml', '"a\\ud800": !!str "x\\udc00\\ud83dy\\ud83d\\ude00"')), replaced);
});

t.test('keys given twice are counted up to a hundred', async (t) => {
  const repeated = Array.from({ length: 5000 }, (_, index) => `"k${index % 2500}": 1`).join(',\n');
  for (const format of ['json', 'yaml'] as const) {
    const bytes = Buffer.from(`{${repeated}}`);
    const { duplicates } = decodeBody({ vendor, bytes, contentType: contentTypeOf(format, vendor), kind: 'Pod' });
    t.equal(duplicates.length, 100, format);
  }
});

t.test('protobuf: nesting, lengths and counts are bounded by the bytes that are there', async (t) => {
  const magic = encoded('protobuf').subarray(0, 4);
  const nested = (depth: number): Buffer => {
    let inner = Buffer.alloc(0);
    for (let level = 0; level < depth; level += 1)
      inner = Buffer.concat([Buffer.from([0x12]), varint(inner.length), inner]);
    return inner;
  };
  const typeMeta = Buffer.from([0x0a, 0x09, 0x0a, 0x02, 0x76, 0x31, 0x12, 0x03, 0x50, 0x6f, 0x64]);
  const envelope = (raw: Buffer): Buffer =>
    Buffer.concat([magic, typeMeta, Buffer.from([0x12]), varint(raw.length), raw]);
  for (const raw of [
    nested(3000),
    Buffer.alloc(bodyLimit / 8, Buffer.from([0x12, 0x00])),
    Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0x0f]),
  ]) {
    read('protobuf', envelope(raw));
  }
  t.equal(read('protobuf', envelope(Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x07]))), undefined);
  const half = read('protobuf', envelope(Buffer.from([0x0a, 0x03, 0x0a, 0x01, 0xff])));
  t.match(half, { metadata: { name: '\ufffd' } }, 'bytes that are no UTF-8 read as in JSON');
});

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
}
