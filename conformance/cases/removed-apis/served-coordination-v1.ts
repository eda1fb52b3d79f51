import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-coordination-v1',
  title: 'The version coordination/v1 MUST be served for leases.',
  requirements: ['REMOVED-075'],
  async run(c) {
    for (const resource of ['leases']) {
      const list = await c.wire.get(c.clusterResource('coordination.{api}/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('coordination.{api}/v1'));
    }
  },
} satisfies Case;
