import { expectFailure, expectStatus } from '../../wire/expect/status.ts';
import { itemBytes } from '../../wire/format/cbor-items.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'no-cbor-by-default',
  title: 'A default service MUST NOT offer CBOR.',
  requirements: ['MEDIA-027', 'MEDIA-064', 'MEDIA-050'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const cbor = 'application/cbor';
    for (const path of [maps.item('m-00'), maps.collection])
      expectFailure(await c.wire.get(path, { accept: cbor }), 406, 'NotAcceptable');
    const made = await c.wire.post(maps.collection, itemBytes(configMap('made')), { contentType: cbor });
    expectFailure(made, 415, 'UnsupportedMediaType');
    expectStatus(await c.wire.get(maps.item('made')), 404);
    for (const type of [
      'application/apply-patch+cbor',
      'application/json-patch+cbor',
      'application/merge-patch+cbor',
    ]) {
      const query: Record<string, string> = type.includes('apply') ? { fieldManager: 'm' } : {};
      const answer = await c.wire.patch(maps.item('m-00'), type, new Uint8Array([0xa0]), { query });
      // Any other refusal could be one of the empty body, by a service that does take the type.
      expectFailure(answer, 415, 'UnsupportedMediaType');
    }
  },
} satisfies Case;
