import t from 'tap';
import { StatusError } from '../../object/status-error.ts';
import { vendorOf } from '../../vendor/profile.ts';
import { loadSchemas } from '../../schema/builtin.ts';
import { decodeBody } from '../decode-body.ts';
import { parseAccept, parseMediaType } from './media-type.ts';
import type { NegotiationOptions, Representation } from './negotiate.ts';
import { isPretty, negotiateResponse } from './negotiate.ts';
import { createProtobufCodec } from '../protobuf/protobuf.ts';

const vendor = vendorOf('orch');
const ask = (accept: string | undefined, options: Partial<NegotiationOptions> = {}): Representation =>
  negotiateResponse(accept, { vendor, allowTable: true, allowPartial: true, ...options });
const format = (accept: string | undefined): string => ask(accept).format;
const refusal = (act: () => unknown): StatusError => {
  try {
    act();
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

t.test('JSON is the default, and wildcards take it (MEDIA-021, MEDIA-061)', async (t) => {
  for (const accept of [undefined, '', '*/*', 'application/*', 'application/json', 'text/html, */*;q=0.1']) {
    t.equal(format(accept), 'json', String(accept));
  }
  t.equal(ask('application/yaml').contentType, 'application/yaml');
});

t.test('quality values decide, then the more specific, then the order (MEDIA-042, MEDIA-062)', async (t) => {
  t.equal(format('application/json;q=0.1, application/yaml'), 'yaml');
  t.equal(format('application/*, application/yaml'), 'yaml');
  t.equal(format('application/yaml;q=0.5, application/json;q=0.5'), 'yaml');
  t.equal(format('*/*, application/json;q=0'), 'yaml');
  t.equal(format('APPLICATION/YAML'), 'yaml');
});

t.test('nothing acceptable is answered 406 with the list of what is served (MEDIA-047, MEDIA-027)', async (t) => {
  const error = refusal(() => ask('application/x-none'));
  t.equal(error.code, 406);
  t.equal(error.message, 'only the following media types are accepted: application/json, application/yaml');
  t.match(
    refusal(() => ask('application/cbor')),
    { code: 406 },
  );
  t.match(
    refusal(() => ask('application/json;q=0')),
    { code: 406 },
  );
  t.match(refusal(() => ask('application/yaml', { stream: true })).message, /: application\/json;stream=watch$/);
  t.match(
    refusal(() => ask('a', { formats: ['json', 'yaml', 'protobuf'] })).message,
    /application\/vnd\.[a-z]+\.protobuf$/,
  );
});

t.test('under one vendor ranges are names: no group of types but all of them, and no weight refuses', async (t) => {
  const routed = ['application/json', 'application/yaml'];
  const literal = { vendor: vendorOf('kubernetes'), routed };
  for (const accept of ['application/*', 'text/plain', 'APPLICATION/JSON', 'application/*, text/*;q=0.1']) {
    const error = refusal(() => ask(accept, literal));
    t.equal(error.code, 406, accept);
    t.equal(error.message, `406: Not Acceptable\n\nAvailable representations: ${routed.join(', ')}`);
  }
  for (const accept of [
    undefined,
    '',
    '*/*',
    'application/json;q=0',
    'application/*, application/json',
    'text/a, */*;q=0',
  ]) {
    t.equal(ask(accept, literal).format, 'json', String(accept));
  }
  t.equal(ask('application/*', { vendor: vendorOf('kubernetes') }).format, 'json', 'where no route names types');
  t.equal(ask('application/*', { routed }).format, 'json', 'under the other vendor');
});

t.test('a Table is negotiated by parameters, with fallback to the next range (MEDIA-032, MEDIA-049)', async (t) => {
  const group = vendor.fill('meta.{api}');
  const table = `application/json;as=Table;v=v1;g=${group}`;
  t.strictSame(ask(table).transform, { kind: 'Table', version: 'v1' });
  t.equal(ask(table).contentType, 'application/json');
  t.strictSame(ask(`${table.replace('v1', 'v1beta1')},application/json`).transform, {
    kind: 'Table',
    version: 'v1beta1',
  });
  t.equal(ask(`${table},application/json`, { allowTable: false }).transform, undefined);
  t.match(
    refusal(() => ask(table, { allowTable: false })),
    { code: 406 },
  );
  t.match(
    refusal(() => ask(`application/json;as=Table;v=v2;g=${group}`)),
    { code: 406 },
  );
  const other = vendorOf('kubernetes');
  const foreign = other.fill('application/json;as=PartialObjectMetadataList;g=meta.{api};v=v1');
  t.match(
    refusal(() => ask(foreign)),
    { code: 406 },
  );
  const real = negotiateResponse(foreign, {
    vendor: other,
    allowTable: false,
    allowPartial: true,
  });
  t.strictSame(real.transform, { kind: 'PartialObjectMetadataList', version: 'v1' });
});

t.test('JSON is indented for people', async (t) => {
  t.equal(isPretty(null, 'curl/8.0'), true);
  t.equal(isPretty('false', 'curl/8.0'), false);
  t.equal(isPretty('true', 'x'), true);
  t.equal(isPretty('', 'x'), false, 'without a value it says nothing');
  t.equal(isPretty('', 'curl/8.0'), true);
  t.equal(isPretty(null, 'kubectl/v1.34'), false);
  t.equal(ask('application/json;pretty=1').pretty, true);
  t.equal(ask('application/yaml', { pretty: true }).pretty, false);
});

t.test('media types and Accept headers are parsed with quoted parameters and without trust', async (t) => {
  t.strictSame(
    parseMediaType('Application/JSON; Charset="utf-8;x" ;a=b')?.parameters,
    new Map([
      ['charset', 'utf-8;x'],
      ['a', 'b'],
    ]),
  );
  t.equal(parseMediaType('application'), undefined);
  t.equal(parseMediaType('a/b;é=1'), undefined);
  t.equal(parseAccept(Array.from({ length: 1000 }, (_, index) => `a/x${index}`).join(',')).length, 64);
  t.strictSame(
    parseAccept('*/json, a/b').map((range) => range.subtype),
    ['b'],
    'a malformed range is left out',
  );
});

t.test('a parameter without a value makes a Content-Type unreadable', async (t) => {
  const read = (contentType: string) =>
    decodeBody({ vendor, bytes: Buffer.from('{}'), contentType, kind: 'ConfigMap' }).format;
  t.equal(read('application/json;charset=utf-8'), 'json');
  t.equal(read('application/json;'), 'json');
  t.equal(refusal(() => read('application/json;foo')).code, 415);
  t.equal(refusal(() => read('application/yaml; foo')).code, 415);
});

t.test('a body is read by its Content-Type, JSON when there is none (MEDIA-024, MEDIA-056U)', async (t) => {
  const read = (text: string, contentType: string | undefined): unknown =>
    decodeBody({ vendor, bytes: Buffer.from(text), contentType, kind: 'Pod' }).value;
  t.strictSame(read('{"a":1}', 'application/json; charset=utf-8'), { a: 1 });
  t.strictSame(read('a: 1', 'application/yaml'), { a: 1 });
  t.strictSame(read('{"a":1}', undefined), { a: 1 });
  const wrong = refusal(() => read('{}', 'application/cbor'));
  t.equal(wrong.code, 415);
  t.equal(
    wrong.message,
    'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml',
  );
  t.match(
    refusal(() => read('{}', 'json')),
    { code: 415 },
  );
});

t.test(
  'bytes that are not of their type are answered 400 and show how they begin (MEDIA-043, MEDIA-044)',
  async (t) => {
    const read = (text: string, contentType: string): unknown =>
      decodeBody({ vendor, bytes: Buffer.from(text), contentType, kind: 'Pod' });
    const json = refusal(() => read('kind: Pod\nmetadata:\n  name: abcdefghijk\n', 'application/json'));
    t.equal(json.code, 400);
    t.equal(json.reason, 'BadRequest');
    t.match(
      json.message,
      /^the object provided is unrecognized \(must be of type Pod\): .*invalid character 'k' .* \([0-9a-f]{60} \.\.\.\)$/,
    );
    t.match(refusal(() => read('{"a":1', 'application/json')).message, /\(\{"a":1\)$/);
    t.match(
      refusal(() => read('a: b: c', 'application/yaml')).message,
      /error converting YAML to JSON: yaml: line 1: /,
    );
    const twice = decodeBody({ vendor, bytes: Buffer.from('{"a":1,"a":2}'), contentType: undefined, kind: 'Pod' });
    t.strictSame(twice.duplicates, ['duplicate field "a"']);
  },
);

t.test(
  'protobuf is read where the kind has that form, and is 415 where it has not (MEDIA-059, MEDIA-018)',
  async (t) => {
    const schemas = loadSchemas(vendor);
    const codec = createProtobufCodec();
    const schema = schemas.kind('', 'v1', 'ConfigMap');
    if (schema === undefined) throw new TypeError('no ConfigMap');
    const value = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } };
    const bytes = codec.encode(value, schema);
    const find = (apiVersion: string, kind: string): typeof schema | undefined => schemas.kind('', apiVersion, kind);
    const contentType = vendor.fill('application/vnd.{maker}.protobuf');
    const read = (body: Buffer): unknown =>
      decodeBody({ vendor, bytes: body, contentType, kind: 'ConfigMap', protobuf: (sent) => codec.decode(sent, find) })
        .value;
    t.strictSame(read(bytes), value);
    t.match(
      refusal(() => read(Buffer.from('{}'))),
      { code: 400 },
    );
    t.match(
      refusal(() => read(bytes.subarray(0, 20))),
      { code: 400 },
    );
    t.match(
      refusal(() => decodeBody({ vendor, bytes, contentType, kind: 'ConfigMap' })),
      { code: 415 },
    );
  },
);
