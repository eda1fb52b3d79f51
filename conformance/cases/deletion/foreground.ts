import { expectField, expectTime, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'foreground',
  title: 'The foreground policy MUST keep the object, with its finalizer, until its dependents are deleted.',
  requirements: ['DEL-005'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const owner = await createObject(c, maps.collection, configMap('owner'));
    const reference = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name: 'owner',
      uid: fieldOf(owner, 'metadata.uid'),
      blockOwnerDeletion: true,
    };
    const held = { ownerReferences: [reference], finalizers: ['conformance.example/x'] };
    await createObject(c, maps.collection, configMap('dependent', {}, held));
    expectDeleted(await c.wire.delete(maps.item('owner'), { propagationPolicy: 'Foreground' }));
    const waiting = await c.wire.get(maps.item('owner'));
    expectOk(waiting);
    expectField(waiting, 'metadata.finalizers', ['foregroundDeletion']);
    await c.eventually(async () => expectTime(await c.wire.get(maps.item('dependent')), 'metadata.deletionTimestamp'));
    expectOk(await c.wire.patch(maps.item('dependent'), 'merge', { metadata: { finalizers: [] } }));
    await c.eventually(async () => expectStatus(await c.wire.get(maps.item('owner')), 404));
  },
} satisfies Case;
