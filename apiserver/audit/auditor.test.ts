import t from 'tap';
import { notFound } from '../../shared/object/errors.ts';
import { StatusError } from '../../shared/object/status-error.ts';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import type { UserInfo } from '../authentication/contract/authenticator.ts';
import type { AuditEvent } from './audit-event.ts';
import type { AuditDecision, AuditStage } from './audit-policy.ts';
import { type AuditRecord, makeAuditor, type Outcome, type RequestFacts } from './auditor.ts';
import { objectReader } from './body-object.ts';

const vendor = vendorOf('orch');
const jane: UserInfo = { username: 'jane', groups: ['devs'], extra: new Map([['scopes', ['view']]]) };
const good: Outcome = { code: 200, failure: undefined, defect: false, user: jane };

/** One request under this decision, and what is recorded of it. */
function scene(decision: Partial<AuditDecision>, { strict = false, lose = false } = {}) {
  const events: AuditEvent[] = [];
  const clock = new FakeClock(Date.UTC(2026, 0, 1));
  const metrics = createMetrics();
  const auditor = makeAuditor({
    vendor,
    clock,
    metrics,
    rules: () => ({
      level: 'Metadata',
      omitManagedFields: false,
      ...decision,
      omitStages: decision.omitStages ?? new Set<AuditStage>(),
    }),
    sink: {
      strict,
      record: (event) => {
        events.push(event);
        return Promise.resolve(!lose);
      },
      close: () => Promise.resolve(),
    },
    readObject: objectReader(vendor, () => {
      throw new Error('no protobuf here');
    }),
  });
  const record: AuditRecord = auditor.begin();
  const facts = (verb = 'create', longRunning = false): RequestFacts => ({
    auditId: 'id',
    uri: '/api/v1/namespaces/default/configmaps',
    request: {
      kind: 'resource',
      verb,
      group: '',
      version: 'v1',
      resource: 'configmaps',
      subresource: '',
      namespace: 'default',
      name: '',
    },
    sourceIps: ['10.0.0.1'],
    userAgent: 'x'.repeat(2000),
    longRunning,
    received: clock.now(),
    receivedMonotonic: clock.monotonic(),
  });
  return { record, events, clock, metrics, facts };
}

const metadata = (name: string) => ({ name, managedFields: [{ manager: 'x' }] });
const body = (name: string) => Buffer.from(JSON.stringify({ metadata: metadata(name), data: { secret: 'hunter2' } }));
const none = (): never => t.fail('the facts are known already') as never;

t.test('at level Metadata only the name of a new object is read from a body', async (t) => {
  const { record, events, facts } = scene({});
  await record.received(facts(), jane);
  record.sentObject(metadata('a'), () => JSON.parse(body('a').toString()));
  t.strictSame([...record.answerBody([body('a')], 'application/json')], [body('a')]);
  await record.complete(good, none);
  const [, complete] = events;
  t.match(complete?.objectRef, { name: 'a' });
  t.notMatch(JSON.stringify(events), /hunter2/);
  t.match(complete?.user, { username: 'jane', groups: ['devs'], extra: { scopes: ['view'] } });
  t.equal(complete?.userAgent, `${'x'.repeat(1024)}...TRUNCATED`);
});

t.test('managed fields are left out of objects and of lists where the policy says so', async (t) => {
  const { record, events, facts } = scene({ level: 'RequestResponse', omitManagedFields: true });
  await record.received(facts(), jane);
  record.sentObject(metadata('a'), () => JSON.parse(body('a').toString()));
  const list = Buffer.from(`{"items":[${body('a').toString()}]}`);
  const halves = [list.subarray(0, 10), list.subarray(10)];
  t.equal(Buffer.concat([...record.answerBody(new Set(halves), 'application/json')]).toString(), list.toString());
  await record.complete(good, none);
  t.strictSame(events.at(-1)?.requestObject, { metadata: { name: 'a' }, data: { secret: 'hunter2' } });
  t.strictSame(events.at(-1)?.responseObject, { items: [{ metadata: { name: 'a' }, data: { secret: 'hunter2' } }] });
});

t.test('managed fields are left out of the rows of tables, and stay by default', async (t) => {
  for (const omitManagedFields of [true, false]) {
    const { record, events, facts } = scene({ level: 'RequestResponse', omitManagedFields });
    await record.received(facts('list'), jane);
    const row = `{"cells":["a"],"object":${body('a').toString()}}`;
    const table = Buffer.from(`{"kind":"Table","rows":[${row}]}`);
    t.equal(Buffer.concat([...record.answerBody([table], 'application/json')]).toString(), table.toString());
    await record.complete(good, none);
    const told = JSON.stringify(events.at(-1)?.responseObject);
    t.match(told, '"cells":["a"]');
    t.equal(told.includes('managedFields'), !omitManagedFields);
  }
});

t.test('a large response is sent whole but not recorded, and the event has an annotation about it', async (t) => {
  const { record, events, facts } = scene({ level: 'RequestResponse' });
  await record.received(facts('list'), jane);
  const parts = Array.from({ length: 4 }, () => Buffer.alloc(1024 * 1024));
  t.equal([...record.answerBody(parts, 'application/json')].length, 4);
  await record.complete(good, none);
  const complete = events.at(-1);
  t.notOk(complete !== undefined && 'responseObject' in complete);
  t.strictSame(complete?.annotations, { [vendor.fill('audit.{api}/truncated')]: 'true' });
});

t.test('an event names the user a request acts as beside its caller, and only then', async (t) => {
  const other: UserInfo = { username: 'robot', uid: '7', groups: ['machines'], extra: new Map() };
  const acting = scene({});
  await acting.record.received(acting.facts(), jane);
  await acting.record.streaming(200, other);
  await acting.record.complete({ ...good, user: other }, none);
  const named = { username: 'robot', uid: '7', groups: ['machines'] };
  t.strictSame(
    acting.events.map(({ impersonatedUser }) => impersonatedUser),
    [undefined, named, named],
  );
  for (const { user } of acting.events) t.equal(user.username, 'jane');
  const own = scene({});
  await own.record.received(own.facts(), jane);
  await own.record.complete(good, none);
  for (const event of own.events) t.notOk('impersonatedUser' in event);
});

t.test(
  'the reference of an event is what the path names, completed by the body of a create or an update',
  async (t) => {
    const referenceOf = async (verb: string, path: object) => {
      const { record, events, facts } = scene({});
      const all = facts(verb);
      await record.received({ ...all, request: { ...all.request, ...path } }, jane);
      const metadata = { namespace: 'else', name: 'b', uid: 'u', resourceVersion: '4' };
      if (verb === 'patch') record.sentPatch(Buffer.from(JSON.stringify({ metadata })), 'application/merge-patch+json');
      else record.sentObject(metadata, () => ({ metadata }));
      await record.complete(good, none);
      return events.at(-1)?.objectRef;
    };
    const place = { resource: 'configmaps', namespace: 'default' };
    const stored = { apiVersion: 'v1', uid: 'u', resourceVersion: '4' };
    t.strictSame(await referenceOf('create', {}), { ...place, name: 'b', ...stored });
    t.strictSame(
      await referenceOf('update', { name: 'a' }),
      { ...place, name: 'a', ...stored },
      'the path counts more',
    );
    t.strictSame(await referenceOf('patch', { name: 'a' }), { ...place, name: 'a', apiVersion: 'v1' });
    t.strictSame(await referenceOf('create', { namespace: '', group: 'apps', version: 'v2', subresource: 'scale' }), {
      resource: 'configmaps',
      namespace: 'else',
      name: 'b',
      ...stored,
      apiGroup: 'apps',
      apiVersion: 'v2',
      subresource: 'scale',
    });
  },
);

t.test('a Status that is answered is in the event at every level', async (t) => {
  for (const level of ['Metadata', 'RequestResponse'] as const) {
    const { record, events, facts } = scene({ level });
    await record.received(facts('delete'), jane);
    const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details: { name: 'a' } };
    const parts = [Buffer.from(JSON.stringify(status))];
    t.strictSame([...record.answerBody(parts, 'application/json')], parts);
    await record.complete(good, none);
    t.strictSame(events.at(-1)?.responseStatus, { metadata: {}, status: 'Success', details: { name: 'a' }, code: 200 });
  }
});

t.test('a long-running request that is answered at once has an event for the start of the answer too', async (t) => {
  const { record, events, facts } = scene({});
  await record.received(facts('watch', true), jane);
  const refusal = notFound({ group: '', resource: 'configmaps' }, 'a');
  await record.complete({ ...good, code: 404, failure: refusal.status }, none);
  t.match(events, [
    { stage: 'RequestReceived' },
    { stage: 'ResponseStarted', responseStatus: { code: 404, reason: 'NotFound' } },
    { stage: 'ResponseComplete', responseStatus: { code: 404, reason: 'NotFound' } },
  ]);
});

t.test('a body that cannot be read is left out', async (t) => {
  const { record, events, facts } = scene({ level: 'Request' });
  await record.received(facts(), jane);
  record.sentPatch(Buffer.from('{'), 'application/merge-patch+json');
  await record.complete(good, none);
  t.notOk(events.some((event) => 'requestObject' in event));
});

t.test('a panic has its own stage; a refusal is recorded with its Status', async (t) => {
  const { record, events, facts } = scene({});
  await record.received(facts(), jane);
  const refusal = notFound({ group: '', resource: 'configmaps' }, 'a');
  t.ok(refusal instanceof StatusError);
  await record.complete({ ...good, code: 500, failure: refusal.status, defect: true }, none);
  t.match(events.at(-1), { stage: 'Panic', responseStatus: { status: 'Failure', reason: 'NotFound' } });
});

t.test('events of slow requests have the latency, those of watches do not', async (t) => {
  const slow = scene({});
  const request = slow.facts();
  await slow.record.received(request, jane);
  await slow.clock.advance(1500);
  await slow.record.complete(good, none);
  const key = vendor.fill('apiserver.latency.{api}/total');
  t.strictSame(slow.events.at(-1)?.annotations, { [key]: '1.5s' });
  t.equal(slow.events.at(-1)?.stageTimestamp, '2026-01-01T00:00:01.500000Z');
  const watch = scene({});
  await watch.record.received(watch.facts('watch', true), jane);
  await watch.clock.advance(1500);
  await watch.record.complete(good, none);
  t.equal(watch.events.at(-1)?.annotations, undefined);
});

t.test('the first value of an annotation stays', async (t) => {
  const { record, events, facts } = scene({});
  record.annotate('key', 'first');
  record.annotate('key', 'second');
  await record.received(facts(), jane);
  t.strictSame(events[0]?.annotations, { key: 'first' });
});

t.test('stages can be left out, and level None makes no event', async (t) => {
  const { record, events, facts } = scene({ omitStages: new Set<AuditStage>(['RequestReceived', 'ResponseStarted']) });
  await record.received(facts('watch', true), jane);
  await record.streaming(200, jane);
  await record.complete(good, none);
  t.strictSame(
    events.map(({ stage }) => stage),
    ['ResponseComplete'],
  );
  const silent = scene({ level: 'None' });
  await silent.record.received(silent.facts(), jane);
  await silent.record.complete(good, none);
  t.strictSame(silent.events, []);
});

t.test('a request whose event is lost is refused by a strict log only', async (t) => {
  const strict = scene({}, { strict: true, lose: true });
  await t.rejects(strict.record.received(strict.facts(), jane), { name: 'StatusError', code: 500 });
  t.match(await strict.metrics.render(), /^apiserver_audit_requests_rejected_total 1$/m);
  const lenient = scene({}, { lose: true });
  await lenient.record.received(lenient.facts(), jane);
  await lenient.record.complete(good, none);
  t.equal(lenient.events.length, 2);
});

t.test(
  'a caller who is refused before anything is known of it has one event, without a name, of the stage ResponseStarted',
  async (t) => {
    const { record, events, facts } = scene({});
    await record.complete({ ...good, code: 401, user: undefined }, facts);
    t.match(events, [{ stage: 'ResponseStarted', user: {}, responseStatus: { code: 401 } }]);
    const other = scene({});
    await other.record.complete({ ...good, code: 503, user: undefined }, other.facts);
    t.match(other.events, [{ stage: 'ResponseComplete', user: {}, responseStatus: { code: 503 } }]);
  },
);
