import { expectFailure, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'wrong-content-type',
  title: 'A write MUST be refused when its Content-Type is unknown or does not match the body.',
  requirements: ['MEDIA-043', 'MEDIA-044', 'MEDIA-056U'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    expectFailure(
      await c.wire.post(maps.collection, '{}', { contentType: 'application/x-none' }),
      415,
      'UnsupportedMediaType',
    );
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';
    expectRefused(await c.wire.post(maps.collection, yaml, { contentType: 'application/json' }));
    expectRefused(await c.wire.put(maps.item('m-00'), yaml, { contentType: 'application/json' }));
    expectStatus(await c.wire.get(maps.item('a')), 404);
  },
} satisfies Case;
