import { gzipSync } from 'node:zlib';
import { expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'encoded-body',
  title: 'A compressed body MUST be refused or decompressed, and never be stored as something else.',
  requirements: ['MEDIA-044', 'MEDIA-056U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const packed = new Uint8Array(gzipSync(JSON.stringify(configMap('a', { k: 'v' }))));
    const answer = await c.wire.post(maps.collection, packed, { headers: { 'content-encoding': 'gzip' } });
    if (answer.status >= 400) {
      expectRefused(answer);
      expectStatus(await c.wire.get(maps.item('a')), 404);
    } else {
      expectStatus(await c.wire.get(maps.item('a')), 200);
    }
    expectRefused(await c.wire.post(maps.collection, packed, { contentType: 'application/json' }));
  },
} satisfies Case;
