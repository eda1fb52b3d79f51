import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-batch-v1beta1',
  title: 'The removed version batch/v1beta1 MUST NOT be served for cronjobs.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-015'],
  async run(c) {
    for (const groupVersion of ['batch/v1beta1']) {
      for (const resource of ['cronjobs']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
