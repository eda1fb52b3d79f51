import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-scheduling-v1',
  title: 'The version scheduling/v1 MUST be served for priorityclasses.',
  requirements: ['REMOVED-090'],
  async run(c) {
    for (const resource of ['priorityclasses']) {
      const list = await c.wire.get(c.clusterResource('scheduling.{api}/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('scheduling.{api}/v1'));
    }
  },
} satisfies Case;
