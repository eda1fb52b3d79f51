import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'type-without-subresources',
  title: 'A path below an item of a type without sub-resources MUST NOT be found.',
  requirements: ['OBJ-084'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    expectStatus(await c.wire.get(maps.item('m-00', 'status')), 404);
    expectStatus(await c.wire.get(maps.item('m-00', 'scale')), 404);
  },
} satisfies Case;
