import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-autoscaling-v2beta2',
  title: 'The removed version autoscaling/v2beta2 MUST NOT be served for horizontalpodautoscalers.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-013'],
  async run(c) {
    for (const groupVersion of ['autoscaling/v2beta2']) {
      for (const resource of ['horizontalpodautoscalers']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
