import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-node-v1',
  title: 'The version node/v1 MUST be served for runtimeclasses.',
  requirements: ['REMOVED-033'],
  async run(c) {
    for (const resource of ['runtimeclasses']) {
      const list = await c.wire.get(c.clusterResource('node.{api}/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('node.{api}/v1'));
    }
  },
} satisfies Case;
