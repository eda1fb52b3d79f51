import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-deployments',
  title: 'The removed versions extensions/v1beta1, apps/v1beta1, apps/v1beta2 MUST NOT be served for deployments.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-101'],
  async run(c) {
    for (const groupVersion of ['extensions/v1beta1', 'apps/v1beta1', 'apps/v1beta2']) {
      for (const resource of ['deployments']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
