import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-replicasets',
  title: 'The removed versions extensions/v1beta1, apps/v1beta1, apps/v1beta2 MUST NOT be served for replicasets.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-115'],
  async run(c) {
    await expectGone(c, ['extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2'], ['replicasets']);
  },
} satisfies Case;
