import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-discovery-v1beta1',
  title: 'The removed version discovery/v1beta1 MUST NOT be served for endpointslices.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-017'],
  async run(c) {
    await expectGone(c, ['discovery.{api}/v1beta1'], ['endpointslices']);
  },
} satisfies Case;
