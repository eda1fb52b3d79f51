import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-extensions-v1beta1-ingresses',
  title: 'The removed version extensions/v1beta1 MUST NOT be served for ingresses.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-076'],
  async run(c) {
    await expectGone(c, ['extensions/v1beta1'], ['ingresses']);
  },
} satisfies Case;
