import { expectField } from '../../wire/expect/object.ts';
import { expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'patch-types-only-by-patch',
  title: 'A patch document MUST NOT be taken by another method than PATCH.',
  requirements: ['VERB-046', 'VERB-036'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const contentType = 'application/merge-patch+json';
    expectRefused(await c.wire.put(maps.item('m-00'), { data: { n: 'x' } }, { contentType }));
    expectRefused(await c.wire.post(maps.collection, { data: { n: 'x' } }, { contentType }));
    expectField(await c.wire.get(maps.item('m-00')), 'data.n', '0');
  },
} satisfies Case;
