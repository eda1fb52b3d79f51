import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'not-acceptable',
  title: 'When no type of Accept is supported the answer MUST be 406.',
  requirements: ['MEDIA-047', 'ERR-004'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    for (const path of [maps.item('m-00'), maps.collection]) {
      expectFailure(await c.wire.get(path, { accept: 'application/x-none' }), 406, 'NotAcceptable');
      expectFailure(await c.wire.get(path, { accept: 'text/html' }), 406, 'NotAcceptable');
    }
  },
} satisfies Case;
