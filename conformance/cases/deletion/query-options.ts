import { expectAbsent, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';
import { createConfigMaps, createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'query-options',
  title: 'The propagation policy of a delete SHOULD be taken from the query when there is no body.',
  requirements: ['DEL-005'],
  needs: ['namespace'],
  async run(c) {
    const { maps } = await createConfigMaps(c, 2);
    expectRefused(await c.wire.delete(maps.item('m-00'), undefined, { query: { propagationPolicy: 'Sideways' } }));
    expectOk(await c.wire.get(maps.item('m-00')));
    expectDeleted(await c.wire.delete(maps.item('m-00'), undefined, { query: { propagationPolicy: 'Background' } }));
    expectStatus(await c.wire.get(maps.item('m-00')), 404);
    // One that is not the default shows in what becomes of a dependent.
    const uid = fieldOf(await c.wire.get(maps.item('m-01')), 'metadata.uid');
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'm-01', uid }];
    await createObject(c, maps.collection, configMap('dependent', {}, { ownerReferences }));
    expectDeleted(await c.wire.delete(maps.item('m-01'), undefined, { query: { propagationPolicy: 'Orphan' } }));
    await c.eventually(async () => expectStatus(await c.wire.get(maps.item('m-01')), 404));
    const orphan = await c.wire.get(maps.item('dependent'));
    expectOk(orphan);
    expectAbsent(orphan, 'metadata.ownerReferences');
  },
} satisfies Case;
