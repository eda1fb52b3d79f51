import t from 'tap';
import { decodeCbor } from '../../../shared/codec/cbor/cbor-decoder.ts';
import { parseYaml } from '../../../shared/codec/yaml/yaml.ts';
import { invalid, tooManyRequests } from '../../../shared/object/errors.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import { loadSchemas } from '../../../shared/schema/builtin.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { makeProtobufCodec } from '../../registry/representation/output/protobuf-codec.ts';
import { statusEncoder } from './encode-status.ts';

const errors = [
  invalid({ group: 'apps', kind: 'Deployment' }, 'x', [invalidValue('spec.replicas', -1, 'must be greater')]).status,
  tooManyRequests('later', 7).status,
];

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const schemas = loadSchemas(vendor);
  const encode = statusEncoder(vendor, schemas, true);

  t.test(`${id}: a Status keeps all its fields in every format (ERR-004, MEDIA-046)`, async (t) => {
    const protobuf = vendor.fill('application/vnd.{maker}.protobuf');
    for (const status of errors) {
      const binary = encode(status, `${protobuf},application/json;q=0.9`, false);
      t.equal(binary?.contentType, protobuf);
      t.strictSame(makeProtobufCodec(schemas).decode(binary?.body ?? Buffer.alloc(0)), status);
      const cbor = encode(status, 'application/cbor', false);
      t.equal(cbor?.contentType, 'application/cbor');
      t.strictSame(decodeCbor(cbor?.body ?? Buffer.alloc(0)), status);
      t.equal(encode(status, 'application/cbor-seq', false)?.contentType, 'application/cbor', 'before a watch begins');
      const yaml = encode(status, 'application/yaml', false);
      t.equal(yaml?.contentType, 'application/yaml');
      t.strictSame(parseYaml(yaml?.body ?? Buffer.alloc(0)).value, status);
    }
  });

  t.test(`${id}: JSON is one line with a newline, or indented; it is used when no accepted type fits`, async (t) => {
    const [status] = errors;
    if (status === undefined) throw new Error('no error');
    const table = vendor.fill('application/json;as=Table;v=v1;g=meta.{api}');
    for (const accept of [
      '',
      'application/json',
      '*/*',
      'application/json, application/cbor',
      `${table},application/json`,
    ]) {
      t.equal(encode(status, accept, false)?.body.toString(), `${JSON.stringify(status)}\n`, accept);
      t.equal(encode(status, accept, true)?.body.toString(), JSON.stringify(status, null, 2), accept);
    }
    for (const accept of ['text/html', table, 'application/yaml;stream=watch', 'application/json;v=v1']) {
      t.equal(encode(status, accept, false), undefined, accept);
    }
    t.equal(statusEncoder(vendor, schemas, false)(status, 'application/cbor', false), undefined, 'the gate is off');
  });
}
