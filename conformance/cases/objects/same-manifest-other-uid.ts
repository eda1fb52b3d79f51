import { expectText } from '../../wire/expect/object.ts';
import { expectDifferent, expectThat } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'same-manifest-other-uid',
  title: 'One manifest under two names MUST get two uids that reveal nothing about its content.',
  requirements: ['OBJ-041'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const uids = [];
    for (const name of ['a', 'b'])
      uids.push(expectText(await createObject(c, maps.collection, configMap(name)), 'metadata.uid'));
    const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    for (const uid of uids) expectThat('metadata.uid', form.test(uid), 'a UUID', uid);
    expectDifferent('uid of the second object', uids[1], uids[0]);
  },
} satisfies Case;
