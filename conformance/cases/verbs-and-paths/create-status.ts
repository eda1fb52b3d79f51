import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { configMap } from '../../fixtures/manifests.ts';

export default {
  id: 'create-status',
  title: 'A create SHOULD be answered with the status code in the profile.',
  requirements: ['VERB-031'],
  needs: ['namespace'],
  async run(c) {
    expectStatus(
      await c.wire.post(c.resource('v1', 'configmaps').collection, configMap('a')),
      c.vendor.behaviour.createStatus,
    );
  },
} satisfies Case;
