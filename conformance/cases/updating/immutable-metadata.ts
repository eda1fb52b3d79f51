import { fieldOf } from '../../wire/expect/object.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'immutable-metadata',
  title: "A write MUST NOT move an object's uid or creation time.",
  requirements: ['UPD-016', 'OBJ-046'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const before = await c.wire.get(maps.item('m-00'));
    for (const change of [
      { uid: '00000000-0000-4000-8000-000000000001' },
      { creationTimestamp: '2001-02-03T04:05:06Z' },
    ]) {
      const answer = await c.wire.patch(maps.item('m-00'), 'merge', { metadata: change });
      expectThat(
        `status of ${answer.title}`,
        answer.status === 200 || (answer.status >= 400 && answer.status < 500),
        '200 or 4xx',
        answer.status,
      );
    }
    const after = await c.wire.get(maps.item('m-00'));
    expectEqual('uid', fieldOf(after, 'metadata.uid'), fieldOf(before, 'metadata.uid'));
    expectEqual(
      'creation time',
      fieldOf(after, 'metadata.creationTimestamp'),
      fieldOf(before, 'metadata.creationTimestamp'),
    );
  },
} satisfies Case;
