import { expectCreated, expectRefused, expectStatus } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { eventObject } from '../../fixtures/manifests.ts';

export default {
  id: 'event-required-fields',
  title: 'An event object without one of its required fields MUST be refused.',
  requirements: ['EVT-018', 'EVT-019', 'EVT-020', 'EVT-021', 'EVT-022', 'EVT-027U'],
  needs: ['namespace'],
  async run(c) {
    const events = c.resource('events.{api}/v1', 'events');
    const event = eventObject(c.vendor.fill('events.{api}/v1'), 'e', c.namespace);
    for (const field of ['action', 'reason', 'reportingController', 'reportingInstance']) {
      const { [field]: _removed, ...rest } = event;
      expectRefused(await c.wire.post(events.collection, rest));
    }
    expectRefused(await c.wire.post(events.collection, { ...event, type: 'Loud' }));
    expectStatus(await c.wire.get(events.item('e')), 404);
    // With all of them it is taken: nothing else was wrong.
    expectCreated(await c.wire.post(events.collection, event));
  },
} satisfies Case;
