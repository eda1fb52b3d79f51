import { expectAbsent, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../case.ts';
import { configMap } from '../manifests.ts';
import { made } from '../stock.ts';

export default {
  id: 'orphan',
  title: 'The orphan policy MUST remove the object and leave its dependents without the reference.',
  requirements: ['DEL-005', 'DEL-003'],
  needs: ['namespace'],
  async run(c) {
    const maps = c.resource('v1', 'configmaps');
    const owner = await made(c, maps.collection, configMap('owner'));
    const ownerReferences = [
      { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: fieldOf(owner, 'metadata.uid') },
    ];
    await made(c, maps.collection, configMap('dependent', {}, { ownerReferences }));
    expectDeleted(await c.wire.delete(maps.item('owner'), { propagationPolicy: 'Orphan' }));
    await c.eventually(async () => expectStatus(await c.wire.get(maps.item('owner')), 404));
    const orphan = await c.wire.get(maps.item('dependent'));
    expectOk(orphan);
    expectAbsent(orphan, 'metadata.ownerReferences');
  },
} satisfies Case;
