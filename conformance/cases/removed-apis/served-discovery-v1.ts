import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-discovery-v1',
  title: 'The version discovery/v1 MUST be served for endpointslices.',
  requirements: ['REMOVED-018'],
  async run(c) {
    for (const resource of ['endpointslices']) {
      const list = await c.wire.get(c.clusterResource('discovery.{api}/v1', resource).collection);
      expectOk(list);
      expectField(list, 'kind', 'EndpointSliceList');
      expectField(list, 'apiVersion', c.vendor.fill('discovery.{api}/v1'));
    }
  },
} satisfies Case;
