import t from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import type { Authentication, Authenticator, Credentials } from '../contract/authenticator.ts';
import { cachedTokens } from './cached-tokens.ts';
import { tokenCacheMetrics } from './token-cache-metrics.ts';

const withToken = (bearerToken: string, ...audiences: readonly string[]): Credentials => ({
  bearerToken,
  certificateChain: [],
  headers: {},
  path: '',
  audiences,
});
const user = (username: string) => ({ username, groups: [], extra: new Map() });

/** A method that knows one token, and waits for `release` when it is set. */
function method(known: string, username = known) {
  const state: { asked: number; gate: Promise<void> | undefined } = { asked: 0, gate: undefined };
  const authenticate = async ({ bearerToken }: Credentials): Promise<Authentication> => {
    state.asked += 1;
    await state.gate;
    if (bearerToken === known) return { outcome: 'accepted', user: user(username) };
    return bearerToken?.startsWith('bad') === true
      ? { outcome: 'rejected', reason: `not ${known}` }
      : { outcome: 'none' };
  };
  return { state, authenticator: { name: known, authenticate } satisfies Authenticator };
}

function scene(...methods: readonly Authenticator[]) {
  const clock = new FakeClock();
  const metrics = createMetrics();
  return { clock, metrics, cache: cachedTokens(methods, { clock, metrics: tokenCacheMetrics(metrics) }) };
}

t.test('a token is judged once in ten seconds, by the first method that knows it', async (t) => {
  const [first, second] = [method('a'), method('b')];
  const { cache, clock, metrics } = scene(first.authenticator, second.authenticator);
  t.match(await cache.authenticate(withToken('b')), { outcome: 'accepted', user: { username: 'b' } });
  t.match(cache.authenticate(withToken('b')), { outcome: 'accepted' }, 'at once, without a promise');
  await clock.advance(9_999);
  t.match(cache.authenticate(withToken('b')), { outcome: 'accepted' });
  await clock.advance(1);
  await cache.authenticate(withToken('b'));
  t.equal(first.state.asked, 2);
  t.strictSame(await cache.authenticate(withToken('none')), { outcome: 'none' });
  t.strictSame(await cache.authenticate(withToken('bad')), { outcome: 'rejected', reason: 'not a, not b' });
  await cache.authenticate(withToken('bad'));
  t.equal(first.state.asked, 5, 'a refusal is not kept');
  const text = await metrics.render();
  for (const line of [
    'authentication_token_cache_request_total{status="hit"} 2',
    'authentication_token_cache_request_total{status="miss"} 5',
    'authentication_token_cache_request_duration_seconds_count{status="hit"} 2',
    'authentication_token_cache_fetch_total{status="ok"} 3',
    'authentication_token_cache_fetch_total{status="error"} 2',
    'authentication_token_cache_active_fetch_count{status="in_flight"} 0',
    'authentication_token_cache_active_fetch_count{status="blocked"} 0',
  ]) {
    t.match(text, line);
  }
});

t.test('a cached acceptance counts neither for another audience nor for a token that looks like both', async (t) => {
  const { state, authenticator } = method('a');
  const { cache } = scene(authenticator);
  for (const audiences of [[], ['x'], ['y'], ['x', 'y'], ['x,y'], ['xy']])
    await cache.authenticate(withToken('a', ...audiences));
  t.equal(state.asked, 6);
  t.strictSame(await cache.authenticate(withToken('["x"].a')), { outcome: 'none' });
});

t.test('requests with one token wait for one judgement', async (t) => {
  const { state, authenticator } = method('a');
  const { cache } = scene(authenticator);
  const answers = await Promise.all(Array.from({ length: 20 }, async () => cache.authenticate(withToken('a'))));
  t.equal(state.asked, 1);
  t.ok(answers.every(({ outcome }) => outcome === 'accepted'));
});

t.test('a change of a method clears the cache, and late answers of before are not cached', async (t) => {
  const { state, authenticator } = method('a');
  const { cache } = scene(authenticator);
  let release = (): void => {};
  state.gate = new Promise((resolve) => (release = resolve));
  const late = cache.authenticate(withToken('a'));
  cache.forget();
  release();
  t.match(await late, { outcome: 'accepted' });
  await cache.authenticate(withToken('a'));
  t.equal(state.asked, 2);
  cache.forget();
  await cache.authenticate(withToken('a'));
  t.equal(state.asked, 3);
});

t.test('a method that fails is asked again', async (t) => {
  let asked = 0;
  const failing: Authenticator = {
    name: 'x',
    authenticate: async () => {
      asked += 1;
      if (asked === 1) throw new Error('broken');
      return { outcome: 'accepted', user: user('x') };
    },
  };
  const { cache } = scene(failing);
  await t.rejects(Promise.resolve(cache.authenticate(withToken('a'))), { message: 'broken' });
  t.match(await cache.authenticate(withToken('a')), { outcome: 'accepted' });
});
