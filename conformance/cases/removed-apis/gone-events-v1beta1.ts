import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-events-v1beta1',
  title: 'The removed version events/v1beta1 MUST NOT be served for events.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-022'],
  async run(c) {
    await expectGone(c, ['events.{api}/v1beta1'], ['events']);
  },
} satisfies Case;
