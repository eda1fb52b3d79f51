import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-apiextensions-v1beta1',
  title: 'The removed version apiextensions/v1beta1 MUST NOT be served for customresourcedefinitions.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-044'],
  async run(c) {
    for (const groupVersion of ['apiextensions.{api}/v1beta1']) {
      for (const resource of ['customresourcedefinitions']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
