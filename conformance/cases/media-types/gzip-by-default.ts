import { expectHeader } from '../../wire/expect/headers.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'gzip-by-default',
  title: 'A default service SHOULD compress a large list.',
  requirements: ['MEDIA-054'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    await createObject(c, maps.collection, configMap('large', { k: 'x'.repeat(400_000) }));
    expectHeader(
      await c.wire.get(maps.collection, { headers: { 'accept-encoding': 'gzip' } }),
      'content-encoding',
      'gzip',
    );
  },
} satisfies Case;
