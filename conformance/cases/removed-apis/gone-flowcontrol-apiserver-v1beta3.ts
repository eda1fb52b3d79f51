import type { Case } from '../../contract/case.ts';
import { expectGone } from '../../fixtures/discovery/removed-resources.ts';

export default {
  id: 'gone-flowcontrol-apiserver-v1beta3',
  title:
    'The removed version flowcontrol.apiserver/v1beta3 MUST NOT be served for flowschemas, prioritylevelconfigurations.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-003'],
  async run(c) {
    await expectGone(c, ['flowcontrol.apiserver.{api}/v1beta3'], ['flowschemas', 'prioritylevelconfigurations']);
  },
} satisfies Case;
