import { gunzipSync } from 'node:zlib';
import { expectHeader, expectNoHeader } from '../../wire/expect/headers.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'gzip-on-request',
  title: 'A large response MUST be compressed only when the request allows it, and carry Content-Encoding.',
  requirements: ['MEDIA-051', 'MEDIA-052', 'MEDIA-053'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    await createObject(c, maps.collection, configMap('large', { k: 'x'.repeat(400_000) }));
    const plain = await c.wire.get(maps.item('large'));
    expectNoHeader(plain, 'content-encoding');
    const packed = await c.wire.get(maps.item('large'), { headers: { 'accept-encoding': 'gzip' } });
    expectOk(packed);
    if (packed.header('content-encoding') === undefined) expectEqual('body', packed.text(), plain.text());
    else {
      expectHeader(packed, 'content-encoding', 'gzip');
      expectEqual('body after decompression', gunzipSync(packed.body).toString('utf8'), plain.text());
    }
  },
} satisfies Case;
