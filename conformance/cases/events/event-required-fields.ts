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
    const refuse = async (changes: object) =>
      expectRefused(await c.wire.post(events.collection, { ...event, ...changes }));
    await c.holds('EVT-019', () => refuse({ action: undefined }));
    await c.holds('EVT-020', () => refuse({ reason: undefined }));
    await c.holds('EVT-021', () => refuse({ reportingController: undefined }));
    await c.holds('EVT-022', () => refuse({ reportingInstance: undefined }));
    await c.holds('EVT-018', () => refuse({ type: 'Loud' }));
    expectStatus(await c.wire.get(events.item('e')), 404);
    // With every field the event is accepted, so nothing else was wrong with it.
    expectCreated(await c.wire.post(events.collection, event));
    await c.holds('EVT-018', async () => {
      const warning = { ...event, metadata: { name: 'w' }, type: 'Warning' };
      expectCreated(await c.wire.post(events.collection, warning));
    });
  },
} satisfies Case;
