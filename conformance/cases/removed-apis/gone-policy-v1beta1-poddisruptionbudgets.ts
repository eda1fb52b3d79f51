import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-policy-v1beta1-poddisruptionbudgets',
  title: 'The removed version policy/v1beta1 MUST NOT be served for poddisruptionbudgets.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-025'],
  async run(c) {
    for (const groupVersion of ['policy/v1beta1']) {
      for (const resource of ['poddisruptionbudgets']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
