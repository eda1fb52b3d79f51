import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-admissionregistration-v1',
  title:
    'The version admissionregistration/v1 MUST be served for mutatingwebhookconfigurations, validatingwebhookconfigurations.',
  requirements: ['REMOVED-035'],
  async run(c) {
    for (const resource of ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations']) {
      const list = await c.wire.get(c.clusterResource('admissionregistration.{api}/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('admissionregistration.{api}/v1'));
    }
  },
} satisfies Case;
