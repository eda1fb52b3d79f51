import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-certificates-v1beta1',
  title: 'The removed version certificates/v1beta1 MUST NOT be served for certificatesigningrequests.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-064'],
  async run(c) {
    for (const groupVersion of ['certificates.{api}/v1beta1']) {
      for (const resource of ['certificatesigningrequests']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
