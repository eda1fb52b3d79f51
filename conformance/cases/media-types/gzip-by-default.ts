import { expectHeader } from '../../wire/expect/headers.ts';
import type { Case } from '../case.ts';
import { configMap } from '../manifests.ts';
import { made } from '../stock.ts';

export default {
  id: 'gzip-by-default',
  title: 'A default service SHOULD compress a large list.',
  requirements: ['MEDIA-054'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    await made(c, maps.collection, configMap('large', { k: 'x'.repeat(400_000) }));
    expectHeader(
      await c.wire.get(maps.collection, { headers: { 'accept-encoding': 'gzip' } }),
      'content-encoding',
      'gzip',
    );
  },
} satisfies Case;
