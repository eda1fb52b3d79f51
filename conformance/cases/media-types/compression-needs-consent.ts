import { expectNoHeader } from '../../wire/expect/headers.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'compression-needs-consent',
  title: 'A response SHOULD NOT be compressed when the request refuses gzip or names another coding.',
  requirements: ['MEDIA-053'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    await createObject(c, maps.collection, configMap('large', { k: 'x'.repeat(400_000) }));
    for (const coding of ['gzip;q=0', 'identity', 'br, deflate', 'gzip;q=0.0, *;q=0']) {
      const got = await c.wire.get(maps.item('large'), { headers: { 'accept-encoding': coding } });
      expectOk(got);
      expectNoHeader(got, 'content-encoding');
    }
    const refused = await c.wire.get(maps.item('absent'), { headers: { 'accept-encoding': 'gzip' } });
    expectNoHeader(refused, 'content-encoding');
  },
} satisfies Case;
