import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-extensions-v1beta1-podsecuritypolicies',
  title: 'The removed version extensions/v1beta1 MUST NOT be served for podsecuritypolicies.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-119'],
  async run(c) {
    await expectGone(c, ['extensions/v1beta1'], ['podsecuritypolicies']);
  },
} satisfies Case;
