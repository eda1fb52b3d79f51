import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-batch-v1beta1',
  title: 'The removed version batch/v1beta1 MUST NOT be served for cronjobs.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-015'],
  async run(c) {
    await expectGone(c, ['batch/v1beta1'], ['cronjobs']);
  },
} satisfies Case;
