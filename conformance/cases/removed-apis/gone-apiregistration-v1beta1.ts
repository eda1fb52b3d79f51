import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-apiregistration-v1beta1',
  title: 'The removed version apiregistration/v1beta1 MUST NOT be served for apiservices.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-057'],
  async run(c) {
    await expectGone(c, ['apiregistration.{api}/v1beta1'], ['apiservices']);
  },
} satisfies Case;
