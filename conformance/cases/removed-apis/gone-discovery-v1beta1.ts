import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-discovery-v1beta1',
  title: 'The removed version discovery/v1beta1 MUST NOT be served for endpointslices.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-017'],
  async run(c) {
    for (const groupVersion of ['discovery.{api}/v1beta1']) {
      for (const resource of ['endpointslices']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
