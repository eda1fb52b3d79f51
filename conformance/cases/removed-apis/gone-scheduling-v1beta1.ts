import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-scheduling-v1beta1',
  title: 'The removed version scheduling/v1beta1 MUST NOT be served for priorityclasses.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-089'],
  async run(c) {
    for (const groupVersion of ['scheduling.{api}/v1beta1']) {
      for (const resource of ['priorityclasses']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
