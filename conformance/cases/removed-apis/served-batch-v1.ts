import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-batch-v1',
  title: 'The version batch/v1 MUST be served for cronjobs, jobs.',
  requirements: ['REMOVED-016'],
  async run(c) {
    for (const resource of ['cronjobs', 'jobs']) {
      const list = await c.wire.get(c.clusterResource('batch/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('batch/v1'));
    }
  },
} satisfies Case;
