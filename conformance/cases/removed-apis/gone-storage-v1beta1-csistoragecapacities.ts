import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-storage-v1beta1-csistoragecapacities',
  title: 'The removed version storage/v1beta1 MUST NOT be served for csistoragecapacities.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-010'],
  async run(c) {
    for (const groupVersion of ['storage.{api}/v1beta1']) {
      for (const resource of ['csistoragecapacities']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
