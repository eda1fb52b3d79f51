import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'dry-run-patch',
  title: 'A dry-run PATCH MUST answer with the merged object and change nothing.',
  requirements: ['DRY-003', 'DRY-007', 'DRY-010'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const dry = await c.wire.patch(maps.item('m-00'), 'merge', { data: { k: 'dry' } }, { query: { dryRun: 'All' } });
    expectOk(dry);
    expectField(dry, 'data', { n: '0', k: 'dry' });
    expectField(await c.wire.get(maps.item('m-00')), 'data', { n: '0' });
  },
} satisfies Case;
