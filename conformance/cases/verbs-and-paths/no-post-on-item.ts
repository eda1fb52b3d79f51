import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'no-post-on-item',
  title: 'POST on an item path SHOULD be refused.',
  requirements: ['VERB-080'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    for (const path of [maps.item('m-00'), maps.item('absent'), `/api/v1/namespaces/${c.namespace}`]) {
      expectFailure(await c.wire.post(path, configMap('m-00')), 405, 'MethodNotAllowed');
    }
  },
} satisfies Case;
