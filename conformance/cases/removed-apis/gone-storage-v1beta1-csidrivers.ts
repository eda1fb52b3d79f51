import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-storage-v1beta1-csidrivers',
  title:
    'The removed version storage/v1beta1 MUST NOT be served for csidrivers, csinodes, storageclasses, volumeattachments.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-091'],
  async run(c) {
    await expectGone(c, ['storage.{api}/v1beta1'], ['csidrivers', 'csinodes', 'storageclasses', 'volumeattachments']);
  },
} satisfies Case;
