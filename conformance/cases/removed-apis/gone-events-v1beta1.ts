import { expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'gone-events-v1beta1',
  title: 'The removed version events/v1beta1 MUST NOT be served for events.',
  requirements: ['REMOVED-001', 'REMOVED-002U', 'REMOVED-022'],
  async run(c) {
    for (const groupVersion of ['events.{api}/v1beta1']) {
      for (const resource of ['events']) {
        expectStatus(await c.wire.get(c.clusterResource(groupVersion, resource).collection), 404);
      }
    }
  },
} satisfies Case;
