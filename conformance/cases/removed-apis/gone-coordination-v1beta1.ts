import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-coordination-v1beta1',
  title: 'The removed version coordination/v1beta1 MUST NOT be served for leases.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-074'],
  async run(c) {
    await expectGone(c, ['coordination.{api}/v1beta1'], ['leases']);
  },
} satisfies Case;
