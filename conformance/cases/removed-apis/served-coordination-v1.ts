import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'served-coordination-v1',
  title: 'The version coordination/v1 MUST be served for leases, in the form that they had.',
  requirements: ['REMOVED-075'],
  needs: ['namespace'],
  async run(c) {
    const apiVersion = c.vendor.fill('coordination.{api}/v1');
    const list = await c.wire.get(c.clusterResource('coordination.{api}/v1', 'leases').collection);
    expectOk(list);
    expectField(list, 'apiVersion', apiVersion);
    expectField(list, 'kind', 'LeaseList');
    const leases = c.resource('coordination.{api}/v1', 'leases');
    const spec = {
      holderIdentity: 'conformance',
      leaseDurationSeconds: 15,
      acquireTime: '2026-01-02T03:04:05.000006Z',
      renewTime: '2026-01-02T03:04:06.700000Z',
      leaseTransitions: 2,
    };
    const lease = { apiVersion, kind: 'Lease', metadata: { name: 'whole' }, spec };
    await createObject(c, `${leases.collection}?fieldValidation=Strict`, lease);
    expectField(await c.wire.get(leases.item('whole')), 'spec', spec);
  },
} satisfies Case;
