import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-policy-v1',
  title: 'The version policy/v1 MUST be served for poddisruptionbudgets.',
  requirements: ['REMOVED-026'],
  async run(c) {
    for (const resource of ['poddisruptionbudgets']) {
      const list = await c.wire.get(c.clusterResource('policy/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('policy/v1'));
    }
  },
} satisfies Case;
