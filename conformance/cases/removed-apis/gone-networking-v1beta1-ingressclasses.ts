import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-networking-v1beta1-ingressclasses',
  title: 'The removed version networking/v1beta1 MUST NOT be served for ingressclasses.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-085'],
  async run(c) {
    for (const groupVersion of ['networking.{api}/v1beta1']) {
      for (const resource of ['ingressclasses']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
