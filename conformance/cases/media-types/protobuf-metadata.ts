import { expectEnvelope } from '../../wire/expect/envelope.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import { bytesField, fieldsOf, textField } from '../../wire/format/protobuf-fields.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'protobuf-metadata',
  title: 'Partial metadata SHOULD come in protobuf, and a Table MUST fall back to the next type.',
  requirements: ['MEDIA-042', 'MEDIA-049'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const type = c.vendor.fill('application/vnd.{maker}.protobuf');
    const meta = c.vendor.fill('g=meta.{api};v=v1');
    const accept = `${type};as=PartialObjectMetadata;${meta}`;
    const got = await c.wire.get(maps.item('m-00'), { accept });
    if (got.status === 406) throw new NotObservable('the target does not offer the binary type');
    expectOk(got);
    const { kind, apiVersion, object } = expectEnvelope(got);
    expectEqual('kind', kind, 'PartialObjectMetadata');
    expectEqual('apiVersion', apiVersion, c.vendor.fill('meta.{api}/v1'));
    expectEqual('name', textField(fieldsOf('metadata', bytesField(object, 1)), 1), 'm-00');
    expectEqual('fields', [...object.keys()], [1]);
    const list = await c.wire.get(maps.collection, { accept: `${type};as=PartialObjectMetadataList;${meta}` });
    expectOk(list);
    expectEqual('kind of the list', expectEnvelope(list).kind, 'PartialObjectMetadataList');
    const table = await c.wire.get(maps.collection, { accept: `${type};as=Table;${meta}, ${type}` });
    expectOk(table);
    expectEqual('kind in place of a table', expectEnvelope(table).kind, 'ConfigMapList');
  },
} satisfies Case;
