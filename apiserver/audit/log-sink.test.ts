import t from 'tap';
import { silentLog } from '../../shared/process/log/log.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import type { AuditEvent } from './audit-event.ts';
import { type AuditMode, type LineWriter, LogSink } from './log-sink.ts';

const event = (id: string, more: Partial<AuditEvent> = {}): AuditEvent => ({
  kind: 'Event',
  apiVersion: vendorOf('orch').fill('audit.{api}/v1'),
  level: 'Metadata',
  auditID: id,
  stage: 'RequestReceived',
  requestURI: '/api/v1/pods?a="b"',
  verb: 'list',
  user: { username: 'jane', groups: ['devs', 'ops'] },
  requestReceivedTimestamp: '2026-03-01T12:00:00.000000Z',
  stageTimestamp: '2026-03-01T12:00:00.000000Z',
  ...more,
});

/** A writer whose writes end when the test says so. */
function slowWriter() {
  const writes: { readonly text: string; readonly end: () => void; readonly fail: () => void }[] = [];
  let closed = false;
  const writer: LineWriter = {
    append: (lines) =>
      new Promise((resolve, reject) => {
        writes.push({
          text: Buffer.concat(lines).toString(),
          end: resolve,
          fail: () => reject(new Error('the disk is full')),
        });
      }),
    close: async () => {
      closed = true;
    },
  };
  return { writer, writes, closed: () => closed };
}

function sinkOver(writer: LineWriter, mode: AuditMode = 'blocking', format: 'json' | 'legacy' = 'json') {
  const metrics = createMetrics();
  const errors = metrics.counter({
    name: 'apiserver_audit_error_total',
    help: 'Lost.',
    labels: ['plugin'],
    stability: 'ALPHA',
  });
  return { sink: new LogSink({ writer, format, mode, log: silentLog, errors }), metrics };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const idsOf = (text = '') =>
  text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as AuditEvent).auditID);

t.test('a request waits for its event, and events during a write share the next one', async (t) => {
  const { writer, writes, closed } = slowWriter();
  const { sink } = sinkOver(writer);
  const first = sink.record(event('a'));
  await turn();
  const others = [sink.record(event('b')), sink.record(event('c'))];
  await turn();
  t.equal(writes.length, 1);
  writes[0]?.end();
  t.equal(await first, true);
  await turn();
  t.strictSame(idsOf(writes[1]?.text), ['b', 'c']);
  const ended = sink.close();
  writes[1]?.end();
  t.strictSame(await Promise.all(others), [true, true]);
  await ended;
  t.equal(closed(), true);
});

t.test('an event that cannot be written is lost, counted, and refuses the request in strict mode only', async (t) => {
  const { writer, writes } = slowWriter();
  const { sink, metrics } = sinkOver(writer, 'blocking-strict');
  t.equal(sink.strict, true);
  const lost = sink.record(event('a'));
  await turn();
  writes[0]?.fail();
  t.equal(await lost, false);
  t.match(await metrics.render(), /apiserver_audit_error_total\{plugin="log"\} 1/);
  const next = sink.record(event('b'));
  await turn();
  writes[1]?.end();
  t.equal(await next, true, 'the log goes on when it can');
  t.equal(sinkOver(writer).sink.strict, false);
});

t.test('in batch mode no request waits, and events beyond the buffer are lost', async (t) => {
  const { writer, writes } = slowWriter();
  const { sink, metrics } = sinkOver(writer, 'batch');
  t.equal(await sink.record(event('first')), true);
  await turn();
  for (let count = 0; count < 10_000; count += 1) await sink.record(event('more'));
  t.equal(await sink.record(event('too many')), false);
  t.match(await metrics.render(), /apiserver_audit_error_total\{plugin="log"\} 1/);
  writes[0]?.end();
  await turn();
  t.equal(idsOf(writes[1]?.text).length, 10_000);
  writes[1]?.end();
  await sink.close();
});

t.test('the legacy format quotes values from clients', async (t) => {
  const { writer, writes } = slowWriter();
  const { sink } = sinkOver(writer, 'batch', 'legacy');
  void sink.record(event('a', { userAgent: 'x\ny', sourceIPs: ['10.0.0.1'] }));
  void sink.record(
    event('b', { impersonatedUser: { username: 'joe' }, responseStatus: { metadata: {}, code: 200 }, user: {} }),
  );
  await turn();
  t.equal(
    writes[0]?.text,
    '2026-03-01T12:00:00.000000Z AUDIT: id="a" stage="RequestReceived" ip="10.0.0.1" method="list" user="jane" ' +
      'groups="\\"devs\\",\\"ops\\"" as="<self>" asgroups="<lookup>" user-agent="x\\ny" namespace="<none>" ' +
      'uri="/api/v1/pods?a=\\"b\\"" response="<deferred>"\n' +
      '2026-03-01T12:00:00.000000Z AUDIT: id="b" stage="RequestReceived" ip="<unknown>" method="list" user="<none>" ' +
      'groups="<none>" as="joe" asgroups="<lookup>" user-agent="" namespace="<none>" ' +
      'uri="/api/v1/pods?a=\\"b\\"" response="200"\n',
  );
  writes[0]?.end();
  await sink.close();
});
