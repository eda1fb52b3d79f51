import { fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'background',
  title: 'The background policy MUST delete the object at once and its dependents afterwards.',
  requirements: ['DEL-005'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const owner = await createObject(c, maps.collection, configMap('owner'));
    const ownerReferences = [
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: fieldOf(owner, 'metadata.uid') },
    ];
    await createObject(c, maps.collection, configMap('dependent', {}, { ownerReferences }));
    await createObject(c, maps.collection, configMap('stranger'));
    expectDeleted(await c.wire.delete(maps.item('owner'), { propagationPolicy: 'Background' }));
    expectStatus(await c.wire.get(maps.item('owner')), 404);
    await c.eventually(async () => expectStatus(await c.wire.get(maps.item('dependent')), 404));
    expectOk(await c.wire.get(maps.item('stranger')));
  },
} satisfies Case;
