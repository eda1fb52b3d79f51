import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-admissionregistration-v1beta1',
  title:
    'The removed version admissionregistration/v1beta1 MUST NOT be served for mutatingwebhookconfigurations, validatingwebhookconfigurations.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-034'],
  async run(c) {
    for (const groupVersion of ['admissionregistration.{api}/v1beta1']) {
      for (const resource of ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
