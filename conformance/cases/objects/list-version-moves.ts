import { versionOf } from '../../wire/expect/list.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectDifferent } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { createConfigMaps } from '../../fixtures/created-objects.ts';

export default {
  id: 'list-version-moves',
  title: 'The version of a collection MUST change when an object in it changes.',
  requirements: ['OBJ-071'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 1);
    const before = versionOf(await c.wire.get(maps.collection));
    expectOk(await c.wire.patch(maps.item('m-00'), 'merge', { data: { k: '1' } }));
    expectDifferent('version of the list', versionOf(await c.wire.get(maps.collection)), before);
  },
} satisfies Case;
