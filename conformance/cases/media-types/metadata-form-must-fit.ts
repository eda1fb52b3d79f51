import { expectField } from '../../wire/expect/object.ts';
import { expectFailure, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'metadata-form-must-fit',
  title: 'Object metadata for a list, list metadata for an object, or a form without its kind, SHOULD be answered 406.',
  requirements: ['MEDIA-042', 'MEDIA-047'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    const form = (kind: string): { accept: string } => ({
      accept: c.vendor.fill(`application/json;as=${kind};g=meta.{api};v=v1`),
    });
    expectFailure(await c.wire.get(maps.collection, form('PartialObjectMetadata')), 406, 'NotAcceptable');
    expectFailure(await c.wire.get(maps.item('m-00'), form('PartialObjectMetadataList')), 406, 'NotAcceptable');
    const unnamed = { accept: c.vendor.fill('application/json;g=meta.{api};v=v1') };
    expectFailure(await c.wire.get(maps.item('m-00'), unnamed), 406, 'NotAcceptable');
    const list = await c.wire.get(maps.collection, form('PartialObjectMetadataList'));
    expectOk(list);
    expectField(list, 'kind', 'PartialObjectMetadataList');
    expectField(list, 'items.0.kind', 'PartialObjectMetadata');
  },
} satisfies Case;
