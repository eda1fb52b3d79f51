import { expectField } from '../../wire/expect/object.ts';
import type { Case } from '../../contract/case.ts';
import { configMap, secret } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'same-name-other-kind',
  title: 'Another kind MUST be able to use the same name in the namespace.',
  requirements: ['OBJ-025'],
  needs: ['namespace'],
  async run(c) {
    await createObject(c, c.resource('v1', 'configmaps').collection, configMap('a'));
    await createObject(c, c.resource('v1', 'secrets').collection, secret('a'));
    expectField(await c.wire.get(c.resource('v1', 'secrets').item('a')), 'kind', 'Secret');
  },
} satisfies Case;
