import { expectField } from '../../wire/expect/object.ts';
import { expectDeleted } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'same-name-other-namespace',
  title: 'The same name MUST be usable by the same kind in another namespace.',
  requirements: ['OBJ-024'],
  needs: ['namespace'],
  async run(c) {
    const other = await c.otherNamespace();
    await createObject(c, c.resource('v1', 'configmaps').collection, configMap('a', { where: 'here' }));
    await createObject(c, c.resource('v1', 'configmaps', other).collection, configMap('a', { where: 'there' }));
    expectField(await c.wire.get(c.resource('v1', 'configmaps').item('a')), 'data.where', 'here');
    const there = c.resource('v1', 'configmaps', other).item('a');
    expectField(await c.wire.get(there), 'data.where', 'there');
    // The removal of one is none of the other.
    expectDeleted(await c.wire.delete(c.resource('v1', 'configmaps').item('a')));
    expectField(await c.wire.get(there), 'data.where', 'there');
  },
} satisfies Case;
