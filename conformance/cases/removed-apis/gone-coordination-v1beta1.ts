import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-coordination-v1beta1',
  title: 'The removed version coordination/v1beta1 MUST NOT be served for leases.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-074'],
  async run(c) {
    for (const groupVersion of ['coordination.{api}/v1beta1']) {
      for (const resource of ['leases']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
