import { namesOf } from '../../wire/expect/list.ts';
import { expectField, expectTime } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { limits } from '../../wire/contract/limits.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'finalizers-hold',
  title: 'An object with finalizers MUST stay after its delete request, marked with the time of it.',
  requirements: ['DEL-016', 'DEL-017', 'DEL-033', 'OBJ-048', 'OBJ-050'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const finalizers = ['conformance.example/x'];
    await createObject(c, maps.collection, configMap('a', {}, { finalizers }));
    expectDeleted(await c.wire.delete(maps.item('a')));
    const held = await c.wire.get(maps.item('a'));
    expectOk(held);
    expectField(held, 'metadata.finalizers', finalizers);
    const time = expectTime(held, 'metadata.deletionTimestamp');
    expectThat(
      'deletionTimestamp',
      Math.abs(time - c.clock.now()) < limits.clockSkew,
      'about now',
      new Date(time).toISOString(),
    );
    expectThat(
      'names of the list',
      namesOf(await c.wire.get(maps.collection)).includes('a'),
      'a list with a',
      'no such item',
    );
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { metadata: { finalizers: null } }));
  },
} satisfies Case;
