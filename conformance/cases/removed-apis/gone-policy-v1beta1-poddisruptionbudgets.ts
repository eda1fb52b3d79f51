import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-policy-v1beta1-poddisruptionbudgets',
  title: 'The removed version policy/v1beta1 MUST NOT be served for poddisruptionbudgets.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-025'],
  async run(c) {
    await expectGone(c, ['policy/v1beta1'], ['poddisruptionbudgets']);
  },
} satisfies Case;
