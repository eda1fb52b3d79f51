import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-extensions-v1beta1-ingresses',
  title: 'The removed version extensions/v1beta1 MUST NOT be served for ingresses.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-076'],
  async run(c) {
    for (const groupVersion of ['extensions/v1beta1']) {
      for (const resource of ['ingresses']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
