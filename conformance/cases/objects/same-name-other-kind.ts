import { expectField } from '../../wire/expect/object.ts';
import { expectDeleted } from '../../wire/expect/status.ts';
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
    const [map, other] = [c.resource('v1', 'configmaps').item('a'), c.resource('v1', 'secrets').item('a')];
    expectField(await c.wire.get(other), 'kind', 'Secret');
    expectField(await c.wire.get(map), 'kind', 'ConfigMap');
    // The removal of one is none of the other.
    expectDeleted(await c.wire.delete(map));
    expectField(await c.wire.get(other), 'kind', 'Secret');
  },
} satisfies Case;
