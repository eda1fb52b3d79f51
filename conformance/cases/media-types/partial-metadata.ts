import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps, createdSelector } from '../../fixtures/created-objects.ts';

export default {
  id: 'partial-metadata',
  title: 'With the metadata type in Accept a response SHOULD hold only the metadata of objects.',
  requirements: ['MEDIA-042'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const type = (kind: string, version = 'v1') =>
      c.vendor.fill(`application/json;as=${kind};g=meta.{api};v=${version}`);
    const item = await c.wire.get(maps.item('m-00'), { accept: type('PartialObjectMetadata') });
    expectOk(item);
    expectField(item, 'kind', 'PartialObjectMetadata');
    expectField(item, 'apiVersion', c.vendor.fill('meta.{api}/v1'));
    expectField(item, 'metadata.labels.stock', 'yes');
    expectAbsent(item, 'data');
    const older = await c.wire.get(maps.item('m-00'), { accept: type('PartialObjectMetadata', 'v1beta1') });
    expectOk(older);
    expectField(older, 'kind', 'PartialObjectMetadata');
    expectField(older, 'apiVersion', c.vendor.fill('meta.{api}/v1beta1'));
    expectField(older, 'metadata.labels.stock', 'yes');
    for (const version of ['v1', 'v1beta1']) {
      const accept = type('PartialObjectMetadataList', version);
      const list = await c.wire.get(maps.collection, { accept, query: createdSelector });
      expectOk(list);
      expectField(list, 'kind', 'PartialObjectMetadataList');
      expectField(list, 'apiVersion', c.vendor.fill(`meta.{api}/${version}`));
      expectField(list, 'items.0.metadata.name', 'm-00');
      expectAbsent(list, 'items.0.data');
    }
  },
} satisfies Case;
