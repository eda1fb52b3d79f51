import { expectAbsent } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'no-deletion-timestamp-while-alive',
  title: 'A live object MUST NOT carry a deletion time.',
  requirements: ['OBJ-047'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    expectAbsent(await c.wire.get(maps.item('m-00')), 'metadata.deletionTimestamp');
  },
} satisfies Case;
