import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-authorization-v1beta1',
  title:
    'The removed version authorization/v1beta1 MUST NOT be served for subjectaccessreviews, selfsubjectaccessreviews, selfsubjectrulesreviews.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-061', 'VERS-089'],
  async run(c) {
    for (const groupVersion of ['authorization.{api}/v1beta1']) {
      for (const resource of ['subjectaccessreviews', 'selfsubjectaccessreviews', 'selfsubjectrulesreviews']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
