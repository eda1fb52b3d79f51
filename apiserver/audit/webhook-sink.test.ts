import t, { type Test } from 'tap';
import type { Transport, TransportRequest } from '../../shared/client/contract/transport.ts';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import type { AuditEvent } from './audit-event.ts';
import { eventOf } from './audit-sink.contract.ts';
import type { AuditMode } from './log-sink.ts';
import { type WebhookBatching, WebhookSink } from './webhook-sink.ts';

const apiVersion = vendorOf('orch').fill('audit.{api}/v1');

interface Sent {
  readonly request: TransportRequest;
  readonly ids: readonly string[];
}

type Answer = number | Error | { readonly status: number; readonly body: 'never ends' | 'is silent' };

/** A webhook that answers by `answers` in turn, then 200; an Error is no answer. */
function scene(t: Test, mode: AuditMode, batching: Partial<WebhookBatching> = {}, answers: Answer[] = []) {
  const sent: Sent[] = [];
  const transport: Transport = async (request) => {
    const { items } = JSON.parse(String(request.body)) as { items: AuditEvent[] };
    sent.push({ request, ids: items.map(({ auditID }) => auditID) });
    const answer = answers.shift() ?? 200;
    if (answer instanceof Error) throw answer;
    if (typeof answer === 'number') return { status: answer, headers: {}, body: (async function* () {})() };
    const body = (async function* () {
      for (;;) {
        if (answer.body === 'never ends') yield Buffer.alloc(1000);
        else
          await new Promise((_, reject) => request.signal?.addEventListener('abort', () => reject(new Error('over'))));
      }
    })();
    return { status: answer.status, headers: {}, body };
  };
  const clock = new FakeClock();
  const metrics = createMetrics();
  const sink = new WebhookSink({
    transport,
    path: '/events',
    apiVersion,
    mode,
    batching: { bufferSize: 10, maxSize: 3, maxWait: 30_000, ...batching },
    initialBackoff: 10_000,
    clock,
    log: silentLog,
    errors: metrics.counter({ name: 'lost_total', help: 'Lost.', labels: ['plugin'], stability: 'ALPHA' }),
  });
  const stop = new AbortController();
  const running = sink.run(stop.signal);
  t.teardown(async () => {
    stop.abort(new Error('over'));
    await running;
  });
  const ids = () => sent.map((one) => one.ids);
  return { sink, clock, metrics, sent, ids, stop };
}

t.test('a list is sent when it is full, or when its first event has waited long enough', async (t) => {
  const { sink, clock, sent, ids } = scene(t, 'batch');
  for (const id of ['a', 'b', 'c', 'd']) t.equal(await sink.record(eventOf(id)), true);
  await clock.advance(0);
  t.strictSame(ids(), [['a', 'b', 'c']]);
  const [first] = sent;
  t.match(first?.request, { method: 'POST', path: '/events', headers: { 'content-type': 'application/json' } });
  t.match(JSON.parse(String(first?.request.body)), { kind: 'EventList', apiVersion, metadata: {} });
  await clock.advance(29_000);
  t.equal(ids().length, 1);
  await clock.advance(1000);
  t.strictSame(ids()[1], ['d']);
});

t.test('lists are not sent more often than allowed', async (t) => {
  const { sink, clock, ids } = scene(t, 'batch', { maxSize: 1, throttle: { qps: 2, burst: 2 } });
  for (const id of ['a', 'b', 'c', 'd']) await sink.record(eventOf(id));
  await clock.advance(0);
  t.equal(ids().length, 2, 'some at once');
  await clock.advance(500);
  t.equal(ids().length, 3);
  await clock.advance(500);
  t.equal(ids().length, 4);
});

t.test('a list is sent again, later each time, and lost in the end', async (t) => {
  const refusals = [new Error('not connected'), 503, 429, 500, 500];
  const { sink, clock, metrics, ids } = scene(t, 'batch', { maxSize: 1 }, refusals);
  await sink.record(eventOf('a'));
  await clock.advance(0);
  t.equal(ids().length, 1);
  await clock.advance(12_000);
  t.equal(ids().length, 2);
  await clock.advance(18_000);
  t.equal(ids().length, 3);
  await clock.advance(100_000);
  t.equal(ids().length, 5);
  t.match(await metrics.render(), /lost_total\{plugin="webhook"\} 1/);
  await sink.record(eventOf('b'));
  await clock.advance(0);
  t.strictSame(ids()[5], ['b'], 'the next list is sent all the same');
});

t.test('an answer that will not change is not asked for again', async (t) => {
  const { sink, clock, metrics, ids } = scene(t, 'batch', { maxSize: 1 }, [400]);
  await sink.record(eventOf('a'));
  await clock.advance(100_000);
  t.equal(ids().length, 1);
  t.match(await metrics.render(), /lost_total\{plugin="webhook"\} 1/);
});

t.test('a response whose body never ends or never comes does not block', async (t) => {
  const { sink, clock, ids } = scene(t, 'batch', { maxSize: 1 }, [
    { status: 200, body: 'never ends' },
    { status: 200, body: 'is silent' },
  ]);
  for (const id of ['a', 'b', 'c']) await sink.record(eventOf(id));
  await clock.advance(0);
  t.strictSame(ids(), [['a'], ['b']]);
  await clock.advance(5000);
  t.strictSame(ids(), [['a'], ['b'], ['c']], 'taken, and not sent again');
});

t.test('events beyond the buffer are lost and counted', async (t) => {
  const { sink, metrics } = scene(t, 'batch', { bufferSize: 2, maxSize: 3 });
  t.equal(await sink.record(eventOf('a')), true);
  t.equal(await sink.record(eventOf('b')), true);
  t.equal(await sink.record(eventOf('c')), false);
  t.match(await metrics.render(), /lost_total\{plugin="webhook"\} 1/);
});

t.test('in the blocking modes a request waits for its own list', async (t) => {
  const { sink, ids } = scene(t, 'blocking', {}, [200, 403]);
  t.equal(await sink.record(eventOf('a')), true);
  t.strictSame(ids(), [['a']]);
  t.equal(await sink.record(eventOf('b')), false);
  t.equal(sink.strict, false);
  t.equal(scene(t, 'blocking-strict').sink.strict, true);
});

t.test('a stop sends the queued events and those that it interrupts', async (t) => {
  const { sink, clock, ids, stop } = scene(t, 'batch', { maxSize: 2 }, [503]);
  for (const id of ['a', 'b', 'c']) await sink.record(eventOf(id));
  await clock.advance(0);
  t.strictSame(ids(), [['a', 'b']], 'it waits before it sends them again');
  stop.abort(new Error('the server stops'));
  await clock.advance(0);
  await sink.close();
  t.strictSame(ids().slice(1), [['a', 'b'], ['c']]);
});
