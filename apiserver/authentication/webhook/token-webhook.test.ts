import t from 'tap';
import { silentLog } from '../../../shared/process/log/log.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import type { Review } from '../../outbound/review/review-client.ts';
import { ReviewFailure } from '../../outbound/review/review-failure.ts';
import type { Authentication } from '../contract/authenticator.ts';
import { type TokenWebhookOptions, tokenWebhook } from './token-webhook.ts';

const vendor = vendorOf('orch');
const jane = { username: 'jane', uid: '7', groups: ['a'], extra: { 'x/y': ['1'] } };

function stub(answer: object | ReviewFailure, more: Partial<TokenWebhookOptions> = {}) {
  const clock = new FakeClock();
  const asked: Review[] = [];
  const stubbed = { answer, asked, clock };
  const method = tokenWebhook({
    client: {
      async ask(review) {
        asked.push(review);
        if (stubbed.answer instanceof ReviewFailure) throw stubbed.answer;
        return stubbed.answer as Readonly<Record<string, unknown>>;
      },
    },
    version: 'v1beta1',
    cacheTtl: 120_000,
    audiences: ['own', 'other'],
    vendor,
    clock,
    log: silentLog,
    ...more,
  });
  const judge = async (bearerToken: string | undefined, audiences: readonly string[] = []): Promise<Authentication> =>
    method.authenticate({ bearerToken, audiences, certificateChain: [], headers: {}, path: '' });
  return { ...stubbed, judge, answers: (next: object | ReviewFailure) => (stubbed.answer = next) };
}

t.test(
  'the service gets token and audiences, and returns the user (TOKWH-001, TOKWH-003 to TOKWH-008, TOKWH-029)',
  async (t) => {
    const { judge, asked } = stub({ authenticated: true, user: jane });
    t.strictSame(await judge('tok'), {
      outcome: 'accepted',
      user: { username: 'jane', uid: '7', groups: ['a'], extra: new Map([['x/y', ['1']]]) },
      audiences: ['own', 'other'],
    });
    t.strictSame(asked, [
      {
        kind: 'TokenReview',
        apiVersion: vendor.fill('authentication.{api}/v1beta1'),
        spec: { token: 'tok', audiences: ['own', 'other'] },
      },
    ]);
    t.strictSame(await judge(undefined), { outcome: 'none' });
    t.equal(asked.length, 1, 'without a token the webhook is not called');
  },
);

t.test('a token counts for audiences that were asked for (TOKWH-007, TOKWH-008)', async (t) => {
  const said = stub({ authenticated: true, user: jane, audiences: ['other', 'foreign'] });
  t.match(await said.judge('tok'), { outcome: 'accepted', audiences: ['other'] });
  t.match(await said.judge('tok', ['foreign']), { outcome: 'accepted', audiences: ['foreign'] });
  t.match(await said.judge('tok', ['nobody']), { outcome: 'rejected' });
  const silent = stub({ authenticated: true, user: jane });
  t.match(await silent.judge('tok', ['foreign']), { outcome: 'rejected' }, 'for this server alone');
  t.match(await silent.judge('tok', ['own', 'foreign']), { outcome: 'accepted', audiences: ['own'] });
});

t.test(
  'a refusal is one with and without a reason; an error beside a yes counts nothing (TOKWH-009 to TOKWH-011)',
  async (t) => {
    t.match(await stub({ authenticated: false, error: 'gone' }).judge('tok'), { outcome: 'rejected', reason: 'gone' });
    t.match(await stub({}).judge('tok'), { outcome: 'rejected' });
    t.match(await stub({ authenticated: true, user: jane, error: 'x' }).judge('tok'), { outcome: 'accepted' });
  },
);

t.test('lies and failures never let in', async (t) => {
  const lies = [
    { authenticated: 'true', user: jane },
    { authenticated: 1, user: jane },
    { authenticated: true, user: 'jane' },
    { authenticated: true, user: { username: 7 } },
    { authenticated: true, user: { ...jane, groups: 'system:masters' } },
    { authenticated: true, user: { ...jane, groups: [7] } },
    { authenticated: true, user: { ...jane, extra: { a: 'b' } } },
    { authenticated: true, user: jane, audiences: 'own' },
    new ReviewFailure('there is no answer after 30s', 'timeout'),
  ];
  for (const lie of lies) t.match(await stub(lie).judge('tok'), { outcome: 'rejected' }, JSON.stringify(lie));
});

t.test('answers are kept by token and audiences, refusals too; failures are not (TOKWH-023, TOKWH-032)', async (t) => {
  const { judge, asked, clock, answers } = stub({ authenticated: true, user: jane });
  const [first, second] = await Promise.all([judge('tok'), judge('tok')]);
  t.equal(asked.length, 1, 'one question for all that wait');
  t.equal(first, second);
  await clock.advance(119_000);
  await judge('tok');
  t.equal(asked.length, 1);
  await judge('other');
  await judge('tok', ['own']);
  t.equal(asked.length, 3);
  answers({});
  await clock.advance(2000);
  t.match(await judge('tok'), { outcome: 'rejected' });
  await judge('tok');
  t.equal(asked.length, 4, 'a refusal is kept');
  for (const failure of [new ReviewFailure('x', 'error'), { error: 'broken' }]) {
    answers(failure);
    const before = asked.length;
    await judge('third');
    await judge('third');
    t.equal(asked.length, before + 2);
  }
  const forgetting = stub({ authenticated: true, user: jane }, { cacheTtl: 0 });
  await forgetting.judge('tok');
  await forgetting.judge('tok');
  t.equal(forgetting.asked.length, 2, '0: not at all');
});
