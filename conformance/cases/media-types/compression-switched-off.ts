import { expectNoHeader } from '../../wire/expect/headers.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { switchedOff } from '../../fixtures/launches.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'compression-switched-off',
  title: 'With its gate off the service MUST NOT compress answers.',
  requirements: ['MEDIA-055'],
  needs: ['namespace'],
  launch: switchedOff,
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    await createObject(c, maps.collection, configMap('large', { k: 'x'.repeat(400_000) }));
    for (const path of [maps.item('large'), maps.collection]) {
      const got = await c.wire.get(path, { headers: { 'accept-encoding': 'gzip' } });
      expectOk(got);
      expectNoHeader(got, 'content-encoding');
    }
  },
} satisfies Case;
