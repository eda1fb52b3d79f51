import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-statefulsets',
  title: 'The removed versions apps/v1beta1, apps/v1beta2 MUST NOT be served for statefulsets.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-110'],
  async run(c) {
    await expectGone(c, ['apps/v1beta1', 'apps/v1beta2'], ['statefulsets']);
  },
} satisfies Case;
