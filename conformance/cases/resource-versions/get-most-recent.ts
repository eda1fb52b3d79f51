import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'get-most-recent',
  title: 'A get without version MUST show a write that completed before it, also of another caller.',
  requirements: ['RV-006', 'RV-039'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    for (let round = 0; round < 20; round += 1) {
      expectOk(await c.wire2.patch(maps.item('m-00'), 'merge', { data: { n: `round ${round}` } }));
      expectField(await c.wire.get(maps.item('m-00')), 'data.n', `round ${round}`);
    }
  },
} satisfies Case;
