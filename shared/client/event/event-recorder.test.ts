import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { ApiClient } from '../request/api-client.ts';
import { ConnectionError } from '../connection/connection.ts';
import type { Transport } from '../contract/transport.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../process/log/log.ts';
import { createMetrics } from '../../process/metric/metrics.ts';
import { eventually, TestApi } from '../../../fixtures/apiserver/controller-api.fixture.ts';
import { EventRecorder, type EventRecorderOptions, type Occurrence } from './event-recorder.ts';

const events = '/api/v1/events';

function scene(t: { teardown(end: () => Promise<void>): unknown }, options: Partial<EventRecorderOptions> = {}) {
  const clock = new FakeClock();
  const api = new TestApi({ [events]: { kind: 'Event', namespaced: true } });
  const client = new ApiClient(api.transport, { clock });
  const recorder = new EventRecorder({ client, component: 'c', clock, log: silentLog, ...options });
  const stop = new AbortController();
  const ended = recorder.run(stop.signal);
  t.teardown(async () => {
    stop.abort();
    await ended;
  });
  return { clock, api, recorder };
}

const about = (name: string, message = 'm'): Occurrence => ({
  subject: { apiVersion: 'v1', kind: 'Node', name, uid: 'u' },
  type: 'Normal',
  reason: 'Told',
  message,
});

t.test('an event has reason, subject and reporter; a repeated one is counted', async (t) => {
  const { clock, api, recorder } = scene(t);
  recorder.record(about('n'));
  await eventually(() => api.list(events).length === 1, 'the event');
  t.match(api.list(events)[0], {
    metadata: { namespace: 'default', name: /^n\.[0-9a-f]{16}$/ },
    involvedObject: { kind: 'Node', name: 'n', uid: 'u' },
    type: 'Normal',
    reason: 'Told',
    message: 'm',
    source: { component: 'c' },
    count: 1,
    firstTimestamp: '2026-01-01T00:00:00Z',
  });
  await clock.advance(60_000);
  recorder.record(about('n'));
  await eventually(() => (api.list(events)[0] as unknown as { count: number }).count === 2, 'the count');
  t.match(api.list(events), [{ firstTimestamp: '2026-01-01T00:00:00Z', lastTimestamp: '2026-01-01T00:01:00Z' }]);
  api.remove(events, 'default', api.list(events)[0]?.metadata.name ?? '');
  recorder.record(about('n'));
  await eventually(() => api.list(events).length === 1, 'one written anew when the counted one is gone');
});

t.test('events about one object are rate limited', async (t) => {
  const { clock, api, recorder } = scene(t);
  for (let index = 0; index < 40; index += 1) recorder.record(about('noisy', `message ${index}`));
  recorder.record(about('other'));
  await eventually(() => api.list(events).length === 26, '25 about one, one about the other');
  await clock.advance(300_000);
  recorder.record(about('noisy', 'one more'));
  recorder.record(about('noisy', 'one too many'));
  await eventually(() => api.list(events).length === 27, 'one more in five minutes');
});

t.test('an event that is refused holds nothing up', async (t) => {
  const { api, recorder } = scene(t);
  recorder.record({ ...about('x'), subject: { ...about('x').subject, namespace: 'a/b' } });
  recorder.record(about('n'));
  await eventually(() => api.list(events).length === 1, 'the next one');
});

t.test(
  'an event that has no answer is written again, once and as it was, and given up after more than a minute',
  async (t) => {
    const clock = new FakeClock();
    const api = new TestApi({ [events]: { kind: 'Event', namespaced: true } });
    let [asked, lost] = [0, 2];
    const transport: Transport = async (request) => {
      asked += 1;
      // The first request is written, and its answer lost; the second one never comes there.
      if (asked === 1) await api.transport(request);
      if (lost > 0) {
        lost -= 1;
        throw new ConnectionError('cut off');
      }
      return api.transport(request);
    };
    const metrics = createMetrics();
    const dropped = metrics.counter({ name: 'dropped', help: 'x', labels: ['cause'], stability: 'ALPHA' });
    const client = new ApiClient(transport, { clock });
    const recorder = new EventRecorder({ client, component: 'c', clock, log: silentLog, dropped });
    const stop = new AbortController();
    const ended = recorder.run(stop.signal);
    t.teardown(async () => {
      stop.abort();
      await ended;
    });
    const untilAsked = async (times: number): Promise<void> => {
      for (let looks = 0; looks < 60_000; looks += 1) {
        if (asked >= times) return;
        if (clock.nextDue !== undefined) await clock.advance(clock.nextDue);
        await sleep(1);
      }
    };
    recorder.record(about('n'));
    await untilAsked(3);
    recorder.record(about('n'));
    const count = (): number => (api.list(events)[0] as unknown as { count: number }).count;
    await eventually(() => count() === 2, 'the same one counted up');
    t.equal(api.list(events).length, 1);
    t.match(api.list(events)[0], { firstTimestamp: '2026-01-01T00:00:00Z' });

    const begun = clock.monotonic();
    [asked, lost] = [1, 12];
    recorder.record(about('lost'));
    await untilAsked(13);
    t.ok(clock.monotonic() - begun > 60_000, 'more than a minute');
    recorder.record(about('later'));
    await eventually(() => api.list(events).length === 2, 'the next one');
    t.match(await metrics.render(), /cause="failed"} 1\n/);
  },
);

t.test('events of a component with a host name that host', async (t) => {
  const { api, recorder } = scene(t, { host: 'h' });
  recorder.record(about('n'));
  await eventually(() => api.list(events).length === 1, 'the event');
  t.match(api.list(events)[0], { source: { component: 'c', host: 'h' }, reportingInstance: 'h' });
});

t.test('more than the rate allows waits, and is written in time', async (t) => {
  const { clock, api, recorder } = scene(t, { rate: { perSecond: 2, burst: 3 } });
  for (let index = 0; index < 6; index += 1) recorder.record(about('n', `message ${index}`));
  await eventually(() => api.list(events).length === 3, 'the burst');
  for (const count of [4, 5, 6]) {
    await clock.untilSleeping();
    await clock.advance(499);
    t.equal(api.list(events).length, count - 1);
    await clock.advance(1);
    await eventually(() => api.list(events).length === count, `event ${count}`);
  }
});

t.test('dropped events are counted by cause', async (t) => {
  const metrics = createMetrics();
  const dropped = metrics.counter({ name: 'dropped', help: 'x', labels: ['cause'], stability: 'ALPHA' });
  const { recorder } = scene(t, { dropped });
  const count = async (cause: string) => new RegExp(`cause="${cause}"} (\\d+)`).exec(await metrics.render())?.[1];
  recorder.record({ ...about('x'), subject: { ...about('x').subject, namespace: 'a/b' } });
  for (let index = 0; index < 27; index += 1) recorder.record(about('n', `message ${index}`));
  t.equal(await count('noisy'), '2');
  for (let index = 0; index < 10_100; index += 1) recorder.record(about(`n${index}`));
  t.ok(Number(await count('full')) > 0);
  for (let waited = 0; (await count('failed')) !== '1' && waited < 60_000; waited += 5) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  t.equal(await count('failed'), '1');
});
