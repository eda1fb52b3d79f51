import { expectField } from '../../wire/expect/object.ts';
import { expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'patch-types-only-by-patch',
  title: 'Only PATCH MUST accept a patch document.',
  requirements: ['VERB-046'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    // The bodies are whole objects, valid for PUT and POST; only the media type is that of a patch.
    for (const type of ['merge-patch+json', 'strategic-merge-patch+json', 'json-patch+json', 'apply-patch+yaml']) {
      const contentType = `application/${type}`;
      expectRefused(await c.wire.put(maps.item('m-00'), configMap('m-00', { n: 'x' }), { contentType }));
      expectRefused(await c.wire.post(maps.collection, configMap('made', { n: 'x' }), { contentType }));
    }
    expectStatus(await c.wire.get(maps.item('made')), 404);
    expectField(await c.wire.get(maps.item('m-00')), 'data.n', '0');
  },
} satisfies Case;
