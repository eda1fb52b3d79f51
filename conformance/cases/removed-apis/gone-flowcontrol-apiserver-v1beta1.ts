import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-flowcontrol-apiserver-v1beta1',
  title:
    'The removed version flowcontrol.apiserver/v1beta1 MUST NOT be served for flowschemas, prioritylevelconfigurations.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-012'],
  async run(c) {
    for (const groupVersion of ['flowcontrol.apiserver.{api}/v1beta1']) {
      for (const resource of ['flowschemas', 'prioritylevelconfigurations']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
