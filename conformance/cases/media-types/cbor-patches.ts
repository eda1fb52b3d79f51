import { itemBytes } from '../../wire/format/cbor-items.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOn } from '../../fixtures/launches.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'cbor-patches',
  title: 'Patches other than apply MUST NOT have a CBOR form, also with the gate on.',
  requirements: ['MEDIA-050'],
  needs: ['namespace'],
  launch: switchedOn,
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const patch = itemBytes({ data: { n: 'patched' } });
    for (const type of [
      'application/json-patch+cbor',
      'application/merge-patch+cbor',
      'application/strategic-merge-patch+cbor',
      'application/cbor',
    ]) {
      expectFailure(await c.wire.patch(maps.item('m-00'), type, patch), 415, 'UnsupportedMediaType');
    }
    expectField(await c.wire.get(maps.item('m-00')), 'data.n', '0');
  },
} satisfies Case;
