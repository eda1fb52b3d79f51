import { expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';

export default {
  id: 'served-events-v1',
  title: 'The version events/v1 MUST be served for events.',
  requirements: ['REMOVED-023'],
  async run(c) {
    for (const resource of ['events']) {
      const list = await c.wire.get(c.clusterResource('events.{api}/v1', resource).collection);
      expectOk(list);
      expectField(list, 'apiVersion', c.vendor.fill('events.{api}/v1'));
    }
  },
} satisfies Case;
