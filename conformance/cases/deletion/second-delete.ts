import { expectTime } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectEqual } from '../../wire/expect/value.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'second-delete',
  title: 'A second delete request MUST NOT fail for being the second, nor move the deletion time.',
  requirements: ['DEL-034', 'OBJ-049'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    await createObject(c, maps.collection, configMap('a', {}, { finalizers: ['conformance.example/x'] }));
    expectDeleted(await c.wire.delete(maps.item('a')));
    const first = expectTime(await c.wire.get(maps.item('a')), 'metadata.deletionTimestamp');
    await c.clock.sleep(1100, c.signal);
    expectDeleted(await c.wire.delete(maps.item('a')));
    expectEqual('deletionTimestamp', expectTime(await c.wire.get(maps.item('a')), 'metadata.deletionTimestamp'), first);
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { metadata: { finalizers: [] } }));
  },
} satisfies Case;
