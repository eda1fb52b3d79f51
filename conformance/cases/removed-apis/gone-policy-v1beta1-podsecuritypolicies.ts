import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-policy-v1beta1-podsecuritypolicies',
  title: 'The removed version policy/v1beta1 MUST NOT be served for podsecuritypolicies.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-029', 'REMOVED-119'],
  async run(c) {
    await expectGone(c, ['policy/v1beta1'], ['podsecuritypolicies']);
  },
} satisfies Case;
