import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-certificates-v1beta1',
  title: 'The removed version certificates/v1beta1 MUST NOT be served for certificatesigningrequests.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-064'],
  async run(c) {
    await expectGone(c, ['certificates.{api}/v1beta1'], ['certificatesigningrequests']);
  },
} satisfies Case;
