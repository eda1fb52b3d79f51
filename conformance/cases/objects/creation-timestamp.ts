import { expectTime } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import { limits } from '../../wire/contract/limits.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'creation-timestamp',
  title:
    'The service MUST set the creation time to the time of the request, in RFC 3339, and later writes MUST keep it.',
  requirements: ['OBJ-045', 'OBJ-046', 'OBJ-089'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const created = await createObject(c, maps.collection, configMap('a'));
    const time = expectTime(created, 'metadata.creationTimestamp');
    expectThat(
      'creationTimestamp',
      Math.abs(time - c.clock.now()) < limits.clockSkew,
      'about now',
      new Date(time).toISOString(),
    );
    const patched = await c.wire.patch(maps.item('a'), 'merge', { data: { k: '1' } });
    expectOk(patched);
    expectEqual('creationTimestamp after a patch', expectTime(patched, 'metadata.creationTimestamp'), time);
  },
} satisfies Case;
