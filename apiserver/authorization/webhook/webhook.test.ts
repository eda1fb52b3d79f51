import t from 'tap';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import type { Review } from '../../outbound/review/review-client.ts';
import { ReviewFailure } from '../../outbound/review/review-failure.ts';
import type { Attributes, Authorizer } from '../contract/authorizer.ts';
import { type WebhookAuthorizerOptions, webhookAuthorizer } from './authorizer.ts';
import { evaluateConditions, matchCompiler } from './match-conditions.ts';
import { inVersion, reviewSpec } from './review-spec.ts';
import { webhookMetrics } from './webhook-metrics.ts';

const vendor = vendorOf('orch');
const compiler = matchCompiler(vendor);
const compile = (expression: string) => compiler.compile(expression);

const pods: Attributes = {
  kind: 'resource',
  user: { username: 'jane', uid: '7', groups: ['a', 'b'], extra: new Map([['x/y', ['1', '2']]]) },
  verb: 'list',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'n',
  name: '',
};
const path: Attributes = {
  kind: 'path',
  user: { username: '', groups: [], extra: new Map() },
  verb: 'get',
  path: '/healthz',
};

interface Stub {
  readonly authorizer: Authorizer;
  readonly asked: Review[];
  readonly clock: FakeClock;
  answer: object | ReviewFailure;
  metrics(): Promise<string>;
}

function stub(answer: object | ReviewFailure, more: Partial<WebhookAuthorizerOptions> = {}): Stub {
  const clock = new FakeClock();
  const metrics = createMetrics();
  const stubbed: Stub = {
    asked: [],
    clock,
    answer,
    metrics: () => metrics.render(),
    authorizer: webhookAuthorizer({
      name: 'w',
      version: 'v1',
      authorizedTtl: 300_000,
      unauthorizedTtl: 30_000,
      failurePolicy: 'NoOpinion',
      conditions: [],
      evaluate: evaluateConditions,
      client: {
        async ask(review, { observe } = {}) {
          stubbed.asked.push(review);
          const failed = stubbed.answer instanceof ReviewFailure ? stubbed.answer : undefined;
          observe?.(failed === undefined ? 'success' : failed.result, 0.5);
          if (failed !== undefined) throw failed;
          return stubbed.answer as Readonly<Record<string, unknown>>;
        },
      },
      vendor,
      clock,
      log: silentLog,
      metrics: webhookMetrics(metrics),
      ...more,
    }),
  };
  return stubbed;
}

t.test('the spec describes the request, in both versions (WHAUTHZ-005, WHAUTHZ-026, WHAUTHZ-037)', (t) => {
  const spec = reviewSpec({
    ...pods,
    fieldSelector: 'spec.nodeName=n1,status.phase!=Failed',
    labelSelector: 'app in (a,b),!old,new,x!=y,n>3',
  });
  const user = { user: 'jane', groups: ['a', 'b'], extra: { 'x/y': ['1', '2'] }, uid: '7' };
  t.strictSame(spec, {
    resourceAttributes: {
      namespace: 'n',
      verb: 'list',
      version: 'v1',
      resource: 'pods',
      fieldSelector: {
        requirements: [
          { key: 'spec.nodeName', operator: 'In', values: ['n1'] },
          { key: 'status.phase', operator: 'NotIn', values: ['Failed'] },
        ],
      },
      labelSelector: {
        requirements: [
          { key: 'app', operator: 'In', values: ['a', 'b'] },
          { key: 'old', operator: 'DoesNotExist' },
          { key: 'new', operator: 'Exists' },
          { key: 'x', operator: 'NotIn', values: ['y'] },
        ],
      },
    },
    ...user,
  });
  t.strictSame(reviewSpec(path), { nonResourceAttributes: { path: '/healthz', verb: 'get' } });
  t.strictSame(reviewSpec({ ...pods, labelSelector: 'a in (' }), reviewSpec(pods), 'what cannot be read is not there');
  t.strictSame(inVersion(reviewSpec(pods), 'v1beta1'), {
    resourceAttributes: { namespace: 'n', verb: 'list', version: 'v1', resource: 'pods' },
    user: 'jane',
    group: ['a', 'b'],
    extra: { 'x/y': ['1', '2'] },
    uid: '7',
  });
  t.end();
});

t.test('an answer allows, denies or has no opinion (WHAUTHZ-029 to WHAUTHZ-033, WHAUTHZ-042U)', async (t) => {
  const judged = async (status: object): Promise<unknown> => stub(status).authorizer.authorize(pods);
  t.strictSame(await judged({ allowed: true, reason: 'r' }), { outcome: 'allow', reason: 'r' });
  t.strictSame(await judged({ allowed: false, reason: 'r' }), { outcome: 'no-opinion', reason: 'r' });
  t.strictSame(await judged({}), { outcome: 'no-opinion', reason: '' });
  t.strictSame(await judged({ allowed: false, denied: true, reason: 'no' }), { outcome: 'deny', reason: 'no' });
  t.match(await judged({ allowed: true, denied: true }), { outcome: 'deny', error: /both allow and deny/ });
  for (const lie of [
    { allowed: 'true' },
    { allowed: 1 },
    { allowed: true, denied: 'no' },
    { allowed: true, reason: 7 },
  ]) {
    t.match(await judged(lie), { outcome: 'no-opinion', error: /of the answer is/ }, JSON.stringify(lie));
  }
});

t.test('the failure policy decides when there is no answer (WHAUTHZ-008 to WHAUTHZ-012)', async (t) => {
  const failure = new ReviewFailure('there is no answer after 3s', 'timeout');
  const open = stub(failure);
  t.strictSame(await open.authorizer.authorize(pods), { outcome: 'no-opinion', reason: '', error: failure.message });
  t.match(await open.metrics(), /webhook_evaluations_fail_open_total\{name="w",result="timeout"\} 1/);
  t.match(await open.metrics(), /webhook_duration_seconds_count\{name="w",result="timeout"\} 1/);
  const closed = stub(failure, { failurePolicy: 'Deny' });
  t.strictSame(await closed.authorizer.authorize(pods), { outcome: 'deny', reason: '', error: failure.message });
  t.notMatch(await closed.metrics(), /fail_open_total\{/);
  closed.answer = { allowed: true };
  t.match(await closed.authorizer.authorize(pods), { outcome: 'allow' }, 'failures are not kept');
});

t.test('answers are kept, those that allow longer (WHAUTHZ-001, WHAUTHZ-002)', async (t) => {
  const allowing = stub({ allowed: true });
  await allowing.authorizer.authorize(pods);
  await allowing.clock.advance(299_000);
  t.notOk(allowing.authorizer.authorize(pods) instanceof Promise, 'a kept answer is there at once');
  t.equal(allowing.asked.length, 1);
  await allowing.authorizer.authorize({ ...pods, user: { ...pods.user, groups: ['a'] } });
  t.equal(allowing.asked.length, 2, 'another user is another question');
  await allowing.clock.advance(2000);
  await allowing.authorizer.authorize(pods);
  t.equal(allowing.asked.length, 3);
  const refusing = stub({ allowed: false });
  await refusing.authorizer.authorize(pods);
  await refusing.clock.advance(29_000);
  await refusing.authorizer.authorize(pods);
  t.equal(refusing.asked.length, 1);
  await refusing.clock.advance(2000);
  await refusing.authorizer.authorize(pods);
  t.equal(refusing.asked.length, 2);
  const forgetting = stub({ allowed: true }, { authorizedTtl: 0 });
  for (let times = 0; times < 2; times += 1) await forgetting.authorizer.authorize(pods);
  t.equal(forgetting.asked.length, 2, '0: not at all');
  const long = stub({ allowed: true });
  for (let times = 0; times < 2; times += 1) await long.authorizer.authorize({ ...pods, name: 'x'.repeat(10_000) });
  t.equal(long.asked.length, 2, 'long questions are not kept');
});

t.test('match conditions select the requests for the webhook (WHAUTHZ-017 to WHAUTHZ-023)', async (t) => {
  const asks = async (attributes: Attributes, ...expressions: string[]) => {
    const stubbed = stub({ allowed: true }, { conditions: expressions.map(compile), failurePolicy: 'Deny' });
    const decision = await stubbed.authorizer.authorize(attributes);
    return { asked: stubbed.asked.length, ...decision, metrics: await stubbed.metrics() };
  };
  const truth =
    'request.user == "jane" && "a" in request.groups && request.extra["x/y"][0] == "1" && request.uid == "7"';
  t.match(await asks(pods, truth, 'has(request.resourceAttributes)', 'request.resourceAttributes.subresource == ""'), {
    asked: 1,
    outcome: 'allow',
  });
  const excluded = await asks(pods, truth, 'has(request.nonResourceAttributes)');
  t.match(excluded, { asked: 0, outcome: 'no-opinion', reason: '' });
  t.match(excluded.metrics, /match_condition_exclusions_total\{type="Webhook",name="w"\} 1/);
  const failing = 'request.nonResourceAttributes.path == "/"';
  const failed = await asks(pods, failing, truth);
  t.match(failed, {
    asked: 0,
    outcome: 'deny',
    error: `cel evaluation error: expression '${failing}' resulted in error: no such key: nonResourceAttributes`,
  });
  t.match(failed.metrics, /match_condition_evaluation_errors_total\{type="Webhook",name="w"\} 1/);
  t.match(
    await asks(pods, failing, 'false'),
    { asked: 0, outcome: 'no-opinion' },
    'one that is false comes before errors',
  );
  t.match(await asks(path, failing.replace('"/"', '"/healthz"')), { asked: 1 });
  const selector =
    'request.resourceAttributes.labelSelector.requirements.exists(r, r.key == "a" && r.operator == "In")';
  t.match(await asks({ ...pods, labelSelector: 'a=b' }, selector), { asked: 1 });
  t.match(await asks(pods, `has(request.resourceAttributes.labelSelector) && ${selector}`), { asked: 0 });
  const costly = `${'[0,1,2,3,4,5,6,7,8,9].all(i, '.repeat(7)}i < 10${')'.repeat(7)}`;
  t.match(await asks(pods, costly), { asked: 0, outcome: 'deny', error: /cost/ }, 'the cost of one is limited');
});

t.test('a condition must be an expression of the review that is true or false', (t) => {
  t.throws(() => compile('request.user'), { message: 'must evaluate to bool but got string' });
  t.throws(() => compile('request.nobody == ""'), {
    message: /^compilation failed: ERROR: <input>:1:8: undefined field 'nobody'/,
  });
  t.throws(() => compile('user == "x"'), { message: /^compilation failed: ERROR: .*undeclared reference to 'user'/ });
  t.throws(() => compile('1 +'), { message: /^compilation failed: ERROR: / });
  t.end();
});
