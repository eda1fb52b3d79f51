// What a body may hold is counted while it is read: the body is refused before anything is done with its values.

import t from 'tap';
import { StatusError } from '../../object/status-error.ts';
import { loadSchemas } from '../../schema/builtin.ts';
import type { StructSchema } from '../../schema/schema.ts';
import { vendorOf } from '../../vendor/profile.ts';
import { encodeCbor } from '../cbor/cbor-encoder.ts';
import { decodeBody } from '../decode-body.ts';
import { contentTypeOf, type Format } from '../negotiation/negotiate.ts';
import { createProtobufCodec } from '../protobuf/protobuf.ts';
import { mostBodyValues } from './value-limit.ts';
import { parseYaml } from '../yaml/yaml.ts';

const vendor = vendorOf('orch');
const schemas = loadSchemas(vendor);
const codec = createProtobufCodec();
const find = (apiVersion: string, kind: string): StructSchema | undefined => schemas.kind('', apiVersion, kind);
const schema = find('v1', 'ConfigMap');
if (schema === undefined) throw new TypeError('config maps have no schema');

/** Why reading fails; undefined: it does not. */
function faultOf(read: () => unknown): { readonly code: number; readonly message: string } | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return { code: error.code, message: error.message };
  }
}

function fault(format: Format, bytes: Buffer | string): ReturnType<typeof faultOf> {
  return faultOf(() =>
    decodeBody({
      vendor,
      bytes: Buffer.from(bytes as string),
      contentType: contentTypeOf(format, vendor),
      kind: 'ConfigMap',
      protobuf: (sent, maxValues) => codec.decode(sent, find, maxValues),
      cbor: true,
    }),
  );
}

function finalizers(count: number): Record<string, unknown> {
  const names = Array.from({ length: count }, () => 'a.b/c');
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x', finalizers: names } };
}

const beyond = { code: 413, message: 'Request entity too large: limit is 100000 values' };

t.test('a body of more values than the limit is 413 in every form, one just below it is read (LIM-008U)', async (t) => {
  const written: Readonly<Record<string, (count: number) => Buffer | string>> = {
    json: (count) => JSON.stringify(finalizers(count)),
    yaml: (count) => `metadata:\n  finalizers:\n${'  - a.b/c\n'.repeat(count)}`,
    cbor: (count) => encodeCbor(finalizers(count)),
    protobuf: (count) => codec.encode(finalizers(count), schema),
  };
  for (const [format, write] of Object.entries(written)) {
    t.strictSame(fault(format as Format, write(mostBodyValues - 20)), undefined, format);
    t.strictSame(fault(format as Format, write(mostBodyValues + 1)), beyond, format);
  }
});

t.test('members, empty lists and what a schema does not know count too', async (t) => {
  const keys = Array.from({ length: mostBodyValues + 1 }, (_, index) => `"k${index}":0`).join(',');
  t.strictSame(fault('json', `{"data":{${keys}}}`), beyond);
  t.strictSame(fault('json', `{"unknown":[${'[],'.repeat(mostBodyValues / 2)}[]]}`), beyond);
  t.strictSame(
    fault('json', `{"metadata":{"name":"${',[{'.repeat(mostBodyValues)}"}}`),
    undefined,
    'in a text they do not',
  );
  const envelope = codec.encode({ apiVersion: 'v1', kind: 'ConfigMap' }, schema);
  // The last field of the envelope is the object's message, empty here: fields that no kind knows follow.
  const unknown = Buffer.from('\x78\x01'.repeat(mostBodyValues + 1), 'latin1');
  const length = Buffer.from([
    0x80 | (unknown.length & 127),
    0x80 | ((unknown.length >> 7) & 127),
    unknown.length >> 14,
  ]);
  t.strictSame(fault('protobuf', Buffer.concat([envelope.subarray(0, -1), length, unknown])), beyond);
});

t.test('values in the JSON texts of a protobuf body count with all others', async (t) => {
  const owners = (count: number, each: number): Record<string, unknown> => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      managedFields: Array.from({ length: count }, () => ({
        fieldsV1: Object.fromEntries(Array.from({ length: each }, (_, place) => [`f:${place}`, {}])),
      })),
    },
  });
  t.strictSame(fault('protobuf', codec.encode(owners(10, 4000), schema)), undefined);
  t.strictSame(fault('protobuf', codec.encode(owners(1, 60_000), schema)), beyond, 'in one text');
  t.strictSame(fault('protobuf', codec.encode(owners(20, 4000), schema)), beyond, 'in twenty of them');
});

t.test('a YAML body beyond the limit is not read to its end', async (t) => {
  const broken = '\n]}';
  t.match(fault('yaml', `- a${broken}`), { code: 400, message: /yaml: line/ }, 'the end is wrong');
  for (const unit of ['- a\n', '- {}\n', '? a\n', '- [a, b]\n']) {
    t.strictSame(fault('yaml', unit.repeat(700_000).slice(0, 3_000_000) + broken), beyond, JSON.stringify(unit));
  }
  t.strictSame(fault('yaml', '-\n'.repeat(700_000)), beyond, 'empty items, for which the parser makes no nodes');
});

t.test('YAML of many documents is refused before it is read; a marker inside of a text is none', async (t) => {
  const many = { message: 'yaml: there are more than 1000 document markers' };
  t.throws(() => parseYaml('---\n'.repeat(700_000)), many);
  t.throws(() => parseYaml(`a: b\n${'...\n'.repeat(1001)}`), many);
  t.strictSame(parseYaml(`${'---\n'.repeat(999)}a: b\n`).value, { a: 'b' });
  t.strictSame(parseYaml(`a: |\n${'  ---\n'.repeat(5000)}`).value, { a: '---\n'.repeat(5000) });
});
