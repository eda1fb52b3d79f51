import { expectNames } from '../../wire/expect/list.ts';
import { expectField, expectTime } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
import { limits } from '../../wire/contract/limits.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'finalizers-hold',
  title: 'An object with finalizers MUST stay after its delete request, with a deletion time.',
  requirements: ['DEL-016', 'DEL-017', 'DEL-033', 'OBJ-048', 'OBJ-050'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const finalizers = ['conformance.example/x'];
    await createObject(c, maps.collection, configMap('a', {}, { finalizers }));
    expectDeleted(await c.wire.delete(maps.item('a')));
    const held = await c.wire.get(maps.item('a'));
    await c.holds('DEL-033', async () => {
      expectOk(held);
      const listed = await c.wire.get(maps.collection, { query: { fieldSelector: 'metadata.name=a' } });
      expectNames(listed, ['a']);
      expectTime(listed, 'items.0.metadata.deletionTimestamp');
    });
    await c.holds('DEL-016', async () => {
      expectOk(held);
      expectTime(held, 'metadata.deletionTimestamp');
    });
    await c.holds('OBJ-050', async () => expectField(held, 'metadata.finalizers', finalizers));
    await c.holds(['DEL-017', 'OBJ-048'], async () => {
      const time = expectTime(held, 'metadata.deletionTimestamp');
      const isNear = Math.abs(time - c.clock.now()) < limits.clockSkew;
      expectThat('deletionTimestamp', isNear, 'about now', new Date(time).toISOString());
    });
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { metadata: { finalizers: null } }));
  },
} satisfies Case;
