import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-authentication-v1beta1',
  title: 'The removed version authentication/v1beta1 MUST NOT be served for tokenreviews.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-059'],
  async run(c) {
    await expectGone(c, ['authentication.{api}/v1beta1'], ['tokenreviews']);
  },
} satisfies Case;
