import { fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectStatus } from '../../wire/expect/status.ts';
import { expectDifferent } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'name-is-free-after-deletion',
  title: 'A name MUST be usable again after deletion, and the new object MUST have another uid.',
  requirements: ['OBJ-028', 'OBJ-029', 'OBJ-041'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const first = await createObject(c, maps.collection, configMap('a'));
    expectDeleted(await c.wire.delete(maps.item('a')));
    await c.eventually(async () => expectStatus(await c.wire.get(maps.item('a')), 404));
    const second = await createObject(c, maps.collection, configMap('a'));
    expectDifferent(
      'metadata.uid of the second object',
      fieldOf(second, 'metadata.uid'),
      fieldOf(first, 'metadata.uid'),
    );
  },
} satisfies Case;
