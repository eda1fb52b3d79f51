import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-node-v1beta1',
  title: 'The removed version node/v1beta1 MUST NOT be served for runtimeclasses.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-032'],
  async run(c) {
    for (const groupVersion of ['node.{api}/v1beta1']) {
      for (const resource of ['runtimeclasses']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
