import { expectField } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'name-wins-over-generate-name',
  title: 'A create with both a name and generateName MUST use the name.',
  requirements: ['OBJ-034'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const created = await createObject(c, maps.collection, configMap('plain', {}, { generateName: 'made-' }));
    expectField(created, 'metadata.name', 'plain');
    expectField(await c.wire.get(maps.item('plain')), 'metadata.name', 'plain');
    // In its scope the name is taken now, whatever else is sent.
    const again = configMap('plain', {}, { generateName: 'made-' });
    expectFailure(await c.wire.post(maps.collection, again), 409, 'AlreadyExists');
  },
} satisfies Case;
