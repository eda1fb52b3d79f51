import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-admissionregistration-v1beta1',
  title:
    'The removed version admissionregistration/v1beta1 MUST NOT be served for mutatingwebhookconfigurations, validatingwebhookconfigurations.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-034'],
  async run(c) {
    await expectGone(
      c,
      ['admissionregistration.{api}/v1beta1'],
      ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
    );
  },
} satisfies Case;
