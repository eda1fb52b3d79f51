import { versionOf } from '../../wire/expect/list.ts';
import { expectField } from '../../wire/expect/object.ts';
import { expectFailure } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'name-taken',
  title: 'A second create with an existing name MUST be refused and leave the first object unchanged.',
  requirements: ['OBJ-023', 'OBJ-027U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const first = await createObject(c, maps.collection, configMap('a', { k: 'first' }));
    expectFailure(await c.wire.post(maps.collection, configMap('a', { k: 'second' })), 409, 'AlreadyExists');
    const after = await c.wire.get(maps.item('a'));
    expectField(after, 'data.k', 'first');
    expectField(after, 'metadata.resourceVersion', versionOf(first));
  },
} satisfies Case;
