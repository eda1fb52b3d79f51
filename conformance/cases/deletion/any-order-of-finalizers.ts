import { expectField } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'any-order-of-finalizers',
  title: 'Finalizers MUST be removable in any order, and the object MUST stay until the last one is removed.',
  requirements: ['DEL-019', 'DEL-022', 'OBJ-052'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    await createObject(
      c,
      maps.collection,
      configMap('a', {}, { finalizers: ['conformance.example/x', 'conformance.example/y'] }),
    );
    const finalizers = ['conformance.example/y', 'conformance.example/x'];
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { metadata: { finalizers } }));
    expectField(await c.wire.get(maps.item('a')), 'metadata.finalizers', finalizers);
    expectDeleted(await c.wire.delete(maps.item('a')));
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { metadata: { finalizers: ['conformance.example/y'] } }));
    expectOk(await c.wire.get(maps.item('a')));
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { metadata: { finalizers: [] } }));
    expectStatus(await c.wire.get(maps.item('a')), 404);
  },
} satisfies Case;
