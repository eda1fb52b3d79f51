import { fieldOf } from '../../wire/expect/object.ts';
import { expectDifferent } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'system-fields-are-not-the-clients',
  title: 'A client MUST NOT be able to choose uid, version or creation time of a new object.',
  requirements: ['UPD-016', 'OBJ-040'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const uid = '00000000-0000-4000-8000-000000000001';
    const created = await createObject(
      c,
      maps.collection,
      configMap('a', {}, { uid, creationTimestamp: '2001-02-03T04:05:06Z' }),
    );
    expectDifferent('metadata.uid', fieldOf(created, 'metadata.uid'), uid);
    expectDifferent('creationTimestamp', fieldOf(created, 'metadata.creationTimestamp'), '2001-02-03T04:05:06Z');
  },
} satisfies Case;
