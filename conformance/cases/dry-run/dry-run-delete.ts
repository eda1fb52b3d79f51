import { expectAbsent } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'dry-run-delete',
  title: 'A dry-run DELETE MUST NOT delete the object, whether requested in the query or in the options.',
  requirements: ['DRY-004', 'DRY-031', 'DEL-001'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    expectDeleted(await c.wire.delete(maps.item('m-00'), undefined, { query: { dryRun: 'All' } }));
    expectDeleted(await c.wire.delete(maps.item('m-00'), { dryRun: ['All'] }));
    const after = await c.wire.get(maps.item('m-00'));
    expectOk(after);
    expectAbsent(after, 'metadata.deletionTimestamp');
  },
} satisfies Case;
