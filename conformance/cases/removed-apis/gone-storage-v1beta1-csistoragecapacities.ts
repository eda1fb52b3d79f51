import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-storage-v1beta1-csistoragecapacities',
  title: 'The removed version storage/v1beta1 MUST NOT be served for csistoragecapacities.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-010'],
  async run(c) {
    await expectGone(c, ['storage.{api}/v1beta1'], ['csistoragecapacities']);
  },
} satisfies Case;
