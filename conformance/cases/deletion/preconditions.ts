import { expectAbsent, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectFailure, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'preconditions',
  title: 'A delete whose preconditions fail MUST be refused as a conflict and delete nothing.',
  requirements: ['DEL-004'],
  needs: ['namespace'],
  async run(c) {
    const { maps, versions } = await createConfigMaps(c, 1);
    const uid = '00000000-0000-4000-8000-000000000001';
    expectFailure(await c.wire.delete(maps.item('m-00'), { preconditions: { uid } }), 409, 'Conflict');
    expectFailure(await c.wire.delete(maps.item('m-00'), { preconditions: { resourceVersion: '1' } }), 409, 'Conflict');
    const live = await c.wire.get(maps.item('m-00'));
    expectAbsent(live, 'metadata.deletionTimestamp');
    const preconditions = { uid: fieldOf(live, 'metadata.uid'), resourceVersion: versions[0] };
    expectDeleted(await c.wire.delete(maps.item('m-00'), { preconditions }));
    await c.eventually(async () => expectStatus(await c.wire.get(maps.item('m-00')), 404));
  },
} satisfies Case;
