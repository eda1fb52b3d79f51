import { expectEnvelope } from '../../wire/expect/envelope.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { bytesField, fieldsOf, textField } from '../../wire/format/protobuf-fields.ts';
import { type Case, NotObservable } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'protobuf-envelope-fields',
  title: 'The protobuf envelope MUST hold version, kind and the whole object, each in its own field.',
  requirements: ['MEDIA-010', 'MEDIA-011', 'MEDIA-012', 'MEDIA-013', 'MEDIA-014', 'MEDIA-016', 'MEDIA-017'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const accept = c.vendor.fill('application/vnd.{maker}.protobuf');
    const got = await c.wire.get(maps.item('m-01'), { accept });
    if (got.status === 406) throw new NotObservable('the target does not offer the binary type');
    expectOk(got);
    const { apiVersion, kind, object, contentEncoding, contentType } = expectEnvelope(got);
    expectEqual('apiVersion', apiVersion, 'v1');
    expectEqual('kind', kind, 'ConfigMap');
    expectEqual('contentEncoding', contentEncoding ?? '', '');
    expectThat('contentType', ['', accept].includes(contentType ?? ''), 'nothing, or the type itself', contentType);
    const metadata = fieldsOf('metadata', bytesField(object, 1));
    expectEqual('name', textField(metadata, 1), 'm-01');
    expectEqual('namespace', textField(metadata, 3), c.namespace);
    const data = fieldsOf('data', bytesField(object, 2));
    expectEqual('data', [textField(data, 1), textField(data, 2)], ['n', '1']);
    const list = await c.wire.get(maps.collection, { accept });
    expectOk(list);
    const listed = expectEnvelope(list);
    expectEqual('kind of the list', listed.kind, 'ConfigMapList');
    expectThat(
      'items',
      (listed.object.get(2)?.length ?? 0) >= 2,
      'one field for each object',
      listed.object.get(2)?.length,
    );
  },
} satisfies Case;
