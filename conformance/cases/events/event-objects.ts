import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { eventObject } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'event-objects',
  title: 'An event object of the events group MUST be stored with the fields of that version.',
  requirements: ['EVT-023', 'EVT-024', 'REMOVED-023'],
  needs: ['namespace'],
  async run(c) {
    const events = c.resource('events.{api}/v1', 'events');
    const event = eventObject(c.vendor.fill('events.{api}/v1'), 'e', c.namespace);
    await createObject(c, events.collection, event);
    const got = await c.wire.get(events.item('e'));
    await c.holds(['EVT-023', 'REMOVED-023'], async () => {
      expectField(got, 'regarding', event['regarding']);
      expectAbsent(got, 'involvedObject');
    });
    await c.holds('EVT-024', async () => {
      expectField(got, 'eventTime', event['eventTime']);
      expectAbsent(got, 'firstTimestamp');
    });
    const core = await c.wire.get(c.resource('v1', 'events').item('e'));
    expectOk(core);
    expectField(core, 'involvedObject', event['regarding']);
    expectAbsent(core, 'regarding');
  },
} satisfies Case;
