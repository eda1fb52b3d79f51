import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-networking-v1',
  title: 'The version networking/v1 MUST be served for ingresses, ingressclasses, networkpolicies.',
  requirements: ['REMOVED-078', 'REMOVED-086', 'REMOVED-094'],
  async run(c) {
    for (const resource of ['ingresses', 'ingressclasses', 'networkpolicies']) {
      const list = await c.wire.get(c.clusterResource('networking.{api}/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('networking.{api}/v1'));
    }
  },
} satisfies Case;
