import t from 'tap';
import type { Transport } from '../../shared/client/contract/transport.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import type { AuditEvent } from './audit-event.ts';
import { auditSinkContract, eventOf, type SinkScene } from './audit-sink.contract.ts';
import { LogSink } from './log-sink.ts';
import { severalSinks } from './several-sinks.ts';
import { WebhookSink } from './webhook-sink.ts';

const errors = () =>
  createMetrics().counter({ name: 'lost_total', help: 'Lost.', labels: ['plugin'], stability: 'ALPHA' });

function logScene(strict = true): SinkScene {
  const ids: string[] = [];
  let broken = false;
  const sink = new LogSink({
    writer: {
      append: async (lines) => {
        if (broken) throw new Error('the disk is full');
        for (const line of lines) ids.push((JSON.parse(line.toString()) as AuditEvent).auditID);
      },
      close: async () => {},
    },
    format: 'json',
    mode: strict ? 'blocking-strict' : 'blocking',
    log: silentLog,
    errors: errors(),
  });
  return { sink, arrived: () => ids, fail: () => void (broken = true) };
}

function webhookScene(): SinkScene {
  const ids: string[] = [];
  let status = 200;
  const transport: Transport = async ({ body }) => {
    const { items } = JSON.parse(String(body)) as { items: AuditEvent[] };
    if (status === 200) ids.push(...items.map(({ auditID }) => auditID));
    return { status, headers: {}, body: (async function* () {})() };
  };
  const sink = new WebhookSink({
    transport,
    path: '/',
    apiVersion: 'v1',
    mode: 'blocking',
    batching: { bufferSize: 10, maxSize: 3, maxWait: 1000 },
    initialBackoff: 1,
    clock: systemClock,
    log: silentLog,
    errors: errors(),
  });
  return { sink, arrived: () => ids, fail: () => void (status = 403) };
}

auditSinkContract(t, 'log', () => logScene());
auditSinkContract(t, 'webhook', webhookScene);
auditSinkContract(t, 'several', () => {
  const [first, second] = [logScene(), logScene()];
  return {
    sink: severalSinks([first.sink, second.sink]),
    arrived: () => second.arrived(),
    fail: () => {
      first.fail();
      second.fail();
    },
  };
});

t.test('of several sinks only a strict one makes an event count as lost', async (t) => {
  const [strict, lenient] = [logScene(true), logScene(false)];
  const sink = severalSinks([strict.sink, lenient.sink]);
  t.equal(sink.strict, true);
  lenient.fail();
  t.equal(await sink.record(eventOf('a')), true);
  strict.fail();
  t.equal(await sink.record(eventOf('b')), false);
  t.strictSame(strict.arrived(), ['a']);
});
