import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-autoscaling-v2',
  title: 'The version autoscaling/v2 MUST be served for horizontalpodautoscalers.',
  requirements: ['REMOVED-014'],
  async run(c) {
    for (const resource of ['horizontalpodautoscalers']) {
      const list = await c.wire.get(c.clusterResource('autoscaling/v2', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('autoscaling/v2'));
    }
  },
} satisfies Case;
