import { expectField } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectRefused } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'no-new-finalizers',
  title: 'A finalizer SHOULD NOT be added once the deletion has started.',
  requirements: ['DEL-031U'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    await createObject(c, maps.collection, configMap('a', {}, { finalizers: ['conformance.example/x'] }));
    expectDeleted(await c.wire.delete(maps.item('a')));
    const more = { metadata: { finalizers: ['conformance.example/x', 'conformance.example/late'] } };
    expectRefused(await c.wire.patch(maps.item('a'), 'merge', more));
    // Nor in place of another, by PUT or PATCH.
    const instead = ['conformance.example/late'];
    expectRefused(await c.wire.patch(maps.item('a'), 'merge', { metadata: { finalizers: instead } }));
    const held = (await c.wire.get(maps.item('a'))).json() as { metadata: object };
    expectRefused(await c.wire.put(maps.item('a'), { ...held, metadata: { ...held.metadata, finalizers: instead } }));
    expectField(await c.wire.get(maps.item('a')), 'metadata.finalizers', ['conformance.example/x']);
    expectOk(await c.wire.patch(maps.item('a'), 'merge', { metadata: { finalizers: [] } }));
  },
} satisfies Case;
