import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-apiregistration-v1beta1',
  title: 'The removed version apiregistration/v1beta1 MUST NOT be served for apiservices.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-057'],
  async run(c) {
    for (const groupVersion of ['apiregistration.{api}/v1beta1']) {
      for (const resource of ['apiservices']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
