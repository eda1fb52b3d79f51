import { expectText, expectTime } from '../../wire/expect/object.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'create-answers-with-object',
  title: 'A create MUST return the object as stored.',
  requirements: ['VERB-030', 'VERB-031'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const created = await createObject(c, maps.collection, configMap('a', { k: '1' }));
    expectText(created, 'metadata.uid');
    expectTime(created, 'metadata.creationTimestamp');
    expectEqual('object read back', (await c.wire.get(maps.item('a'))).json(), created.json());
    expectText(created, 'metadata.resourceVersion');
  },
} satisfies Case;
