import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-authentication-v1beta1',
  title: 'The removed version authentication/v1beta1 MUST NOT be served for tokenreviews.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-059'],
  async run(c) {
    for (const groupVersion of ['authentication.{api}/v1beta1']) {
      for (const resource of ['tokenreviews']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
