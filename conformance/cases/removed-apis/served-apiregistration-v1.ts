import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-apiregistration-v1',
  title: 'The version apiregistration/v1 MUST be served for apiservices.',
  requirements: ['REMOVED-058'],
  async run(c) {
    for (const resource of ['apiservices']) {
      const list = await c.wire.get(c.clusterResource('apiregistration.{api}/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('apiregistration.{api}/v1'));
    }
  },
} satisfies Case;
