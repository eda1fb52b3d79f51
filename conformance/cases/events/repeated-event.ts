import { expectAbsent, expectField } from '../../wire/expect/object.ts';
import { expectOk } from '../../wire/expect/status.ts';
import type { Case } from '../../contract/case.ts';
import { eventObject } from '../../fixtures/manifests.ts';
import { createObject } from '../../fixtures/created-objects.ts';

export default {
  id: 'repeated-event',
  title: 'A repeated event object MUST have count and last time in its series.',
  requirements: ['EVT-025', 'EVT-026'],
  needs: ['namespace'],
  async run(c) {
    const events = c.resource('events.{api}/v1', 'events');
    const event = eventObject(c.vendor.fill('events.{api}/v1'), 'e', c.namespace);
    await createObject(c, events.collection, event);
    const series = { count: 2, lastObservedTime: '2026-01-02T03:05:05.000000Z' };
    expectOk(await c.wire.patch(events.item('e'), 'merge', { series }));
    const got = await c.wire.get(events.item('e'));
    await c.holds('EVT-025', async () => {
      expectField(got, 'series.lastObservedTime', series.lastObservedTime);
      expectAbsent(got, 'lastTimestamp');
    });
    await c.holds('EVT-026', async () => {
      expectField(got, 'series.count', series.count);
      expectAbsent(got, 'count');
    });
  },
} satisfies Case;
