import t from 'tap';
import { decodeCbor } from '../../shared/codec/cbor-decoder.ts';
import { parseYaml } from '../../shared/codec/yaml.ts';
import { invalid, tooManyRequests } from '../../shared/object/errors.ts';
import { invalidValue } from '../../shared/object/field-error-message.ts';
import { loadSchemas } from '../../shared/schema/builtin.ts';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import { makeProtobufForm } from '../registry/representation/protobuf-form.ts';
import { statusEncoder } from './encode-status.ts';

const errors = [
  invalid({ group: 'apps', kind: 'Deployment' }, 'x', [invalidValue('spec.replicas', -1, 'must be greater')]).status,
  tooManyRequests('later', 7).status,
];

for (const id of vendorIds) {
  const vendor = vendorOf(id);
  const schemas = loadSchemas(vendor);
  const encode = statusEncoder(vendor, schemas, true);

  t.test(`${id}: a Status keeps all it says in every format (ERR-004, MEDIA-046)`, async (t) => {
    const protobuf = vendor.fill('application/vnd.{maker}.protobuf');
    for (const status of errors) {
      const binary = encode(status, `${protobuf},application/json;q=0.9`);
      t.equal(binary?.contentType, protobuf);
      t.same(makeProtobufForm(schemas).decode(binary?.body ?? Buffer.alloc(0)), status);
      const cbor = encode(status, 'application/cbor');
      t.equal(cbor?.contentType, 'application/cbor');
      t.same(decodeCbor(cbor?.body ?? Buffer.alloc(0)), status);
      t.equal(encode(status, 'application/cbor-seq')?.contentType, 'application/cbor', 'before a watch begins');
      const yaml = encode(status, 'application/yaml');
      t.equal(yaml?.contentType, 'application/yaml');
      t.same(parseYaml(yaml?.body ?? Buffer.alloc(0)).value, status);
    }
  });

  t.test(`${id}: what cannot be made is left to JSON`, async (t) => {
    const [status] = errors;
    if (status === undefined) throw new Error('no error');
    for (const accept of ['application/json', '*/*', 'text/html', 'application/json, application/cbor']) {
      t.equal(encode(status, accept), undefined, accept);
    }
    t.equal(statusEncoder(vendor, schemas, false)(status, 'application/cbor'), undefined, 'the gate is off');
  });
}
