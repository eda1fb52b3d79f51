import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-flowcontrol-apiserver-v1',
  title: 'The version flowcontrol.apiserver/v1 MUST be served for flowschemas, prioritylevelconfigurations.',
  requirements: ['REMOVED-004'],
  async run(c) {
    for (const resource of ['flowschemas', 'prioritylevelconfigurations']) {
      const list = await c.wire.get(c.clusterResource('flowcontrol.apiserver.{api}/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('flowcontrol.apiserver.{api}/v1'));
    }
  },
} satisfies Case;
