import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-networking-v1beta1-ingressclasses',
  title: 'The removed version networking/v1beta1 MUST NOT be served for ingressclasses.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-085'],
  async run(c) {
    await expectGone(c, ['networking.{api}/v1beta1'], ['ingressclasses']);
  },
} satisfies Case;
