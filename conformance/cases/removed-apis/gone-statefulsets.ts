import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-statefulsets',
  title: 'The removed versions apps/v1beta1, apps/v1beta2 MUST NOT be served for statefulsets.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-110'],
  async run(c) {
    for (const groupVersion of ['apps/v1beta1', 'apps/v1beta2']) {
      for (const resource of ['statefulsets']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
