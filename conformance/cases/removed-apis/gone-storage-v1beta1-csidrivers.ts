import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-storage-v1beta1-csidrivers',
  title:
    'The removed version storage/v1beta1 MUST NOT be served for csidrivers, csinodes, storageclasses, volumeattachments.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-091'],
  async run(c) {
    for (const groupVersion of ['storage.{api}/v1beta1']) {
      for (const resource of ['csidrivers', 'csinodes', 'storageclasses', 'volumeattachments']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
