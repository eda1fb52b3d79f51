import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-scheduling-v1beta1',
  title: 'The removed version scheduling/v1beta1 MUST NOT be served for priorityclasses.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-089'],
  async run(c) {
    await expectGone(c, ['scheduling.{api}/v1beta1'], ['priorityclasses']);
  },
} satisfies Case;
