import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-node-v1beta1',
  title: 'The removed version node/v1beta1 MUST NOT be served for runtimeclasses.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-032'],
  async run(c) {
    await expectGone(c, ['node.{api}/v1beta1'], ['runtimeclasses']);
  },
} satisfies Case;
