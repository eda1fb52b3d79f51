import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-autoscaling-v2beta1',
  title: 'The removed version autoscaling/v2beta1 MUST NOT be served for horizontalpodautoscalers.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-024'],
  async run(c) {
    await expectGone(c, ['autoscaling/v2beta1'], ['horizontalpodautoscalers']);
  },
} satisfies Case;
