import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-apiextensions-v1beta1',
  title: 'The removed version apiextensions/v1beta1 MUST NOT be served for customresourcedefinitions.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-044'],
  async run(c) {
    await expectGone(c, ['apiextensions.{api}/v1beta1'], ['customresourcedefinitions']);
  },
} satisfies Case;
