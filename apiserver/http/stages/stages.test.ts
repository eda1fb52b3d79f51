// What single stages do to a request: its headers, its time, and how many requests there may be at once.

import t from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { Deadlines } from '../../../shared/process/time/deadlines.ts';
import type { RequestContext, Stage } from '../contract/stage.ts';
import { commonHeaders } from './common-headers.ts';
import { crossOrigin } from './cross-origin.ts';
import { deadline } from './deadline.ts';
import { inFlightLimit } from './in-flight-limit.ts';

interface Asked {
  readonly verb?: string;
  readonly method?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly groups?: readonly string[];
  readonly longRunning?: boolean;
}

/** A request as the stages before have left it, and what is done with it. */
function request({ verb = 'get', method = 'GET', query = '', headers = {}, groups = [], longRunning = false }: Asked) {
  const state = { answered: 0, cancelled: undefined as Error | undefined };
  const context = {
    exchange: {
      method,
      headers,
      cancel: (reason: Error) => (state.cancelled = reason),
      start(status: number) {
        state.answered = status;
        return { end() {} };
      },
    },
    info: { verb, query: new URLSearchParams(query) },
    receivedMonotonic: 0,
    longRunning,
    user: { username: 'u', groups, extra: new Map() },
    answerHeaders: {},
  } as unknown as RequestContext;
  return { state, context };
}

t.test('a request keeps the audit id that it came with, and no response is kept by a cache', async (t) => {
  const headersOf = (headers: Readonly<Record<string, string>>, ...directives: string[]) => {
    const { context } = request({ headers });
    void commonHeaders(directives)(() => {})(context);
    return context.answerHeaders;
  };
  t.match(headersOf({ 'audit-id': 'mine' }), { 'audit-id': 'mine', 'cache-control': 'no-cache, private' });
  const [one, other] = [headersOf({})['audit-id'], headersOf({})['audit-id']];
  t.match(one, /^[0-9a-f-]{36}$/);
  t.not(one, other);
  t.notOk('strict-transport-security' in headersOf({}));
  t.equal(headersOf({}, 'max-age=1', 'preload')['strict-transport-security'], 'max-age=1; preload');
});

t.test('only pages of allowed origins get CORS headers', async (t) => {
  const stage = crossOrigin((origin) => origin === 'https://good');
  const ask = (method: string, origin: string) => {
    const { context, state } = request({ method, headers: { origin } });
    let passed = false;
    void stage(() => void (passed = true))(context);
    return { headers: context.answerHeaders, passed, status: state.answered };
  };
  const good = ask('GET', 'https://good');
  t.ok(good.passed);
  t.match(good.headers, {
    'access-control-allow-origin': 'https://good',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'Date',
  });
  t.match(ask('OPTIONS', 'https://good'), { passed: false, status: 204 }, 'the question before a request is answered');
  for (const method of ['GET', 'OPTIONS'])
    t.strictSame(ask(method, 'https://bad'), { headers: {}, passed: true, status: 0 }, method);
});

t.test('a request has as long as it asks for, and never longer than the server allows', async (t) => {
  const clock = new FakeClock();
  const stage = deadline(new Deadlines(clock), 10_000);
  const outcome = async (asked: Asked, milliseconds: number): Promise<string> => {
    const { context, state } = request(asked);
    const waiting = Promise.resolve(stage(() => new Promise<void>(() => {}))(context)).then(
      () => 'answered',
      (error: { code?: number }) => `${error.code}, ${state.cancelled === undefined ? 'goes on' : 'cancelled'}`,
    );
    await clock.advance(milliseconds);
    return Promise.race([waiting, new Promise<string>((resolve) => setImmediate(() => resolve('waits')))]);
  };
  t.equal(await outcome({}, 9_800), 'waits');
  t.equal(await outcome({}, 10_200), '504, cancelled');
  t.equal(await outcome({ query: 'timeout=2s' }, 2_200), '504, cancelled');
  t.equal(await outcome({ query: 'timeout=1h' }, 10_200), '504, cancelled', 'not longer than the server allows');
  t.equal(await outcome({ query: 'timeout=0' }, 9_800), 'waits', 'zero says nothing');
  t.equal(await outcome({ longRunning: true, query: 'timeout=1s' }, 60_000), 'waits', 'a watch has no deadline');
  t.throws(() => stage(() => {})(request({ query: 'timeout=soon' }).context), { code: 400 });
});

t.test('reads and writes have limits of their own, which masters and long requests do not meet', async (t) => {
  const inFlight = createMetrics().gauge({ name: 'current', help: 'x', stability: 'ALPHA', labels: ['request_kind'] });
  const stage: Stage = inFlightLimit({ reading: 1, mutating: 1 }, inFlight);
  const ends: (() => void)[] = [];
  const joined = stage(
    () =>
      new Promise<void>((resolve) => {
        ends.push(resolve);
      }),
  );
  const ask = (asked: Asked): string => {
    try {
      void joined(request(asked).context);
      return 'begun';
    } catch (error) {
      return String((error as { status?: number }).status);
    }
  };
  t.equal(ask({ verb: 'list' }), 'begun');
  t.equal(ask({ verb: 'get' }), '429', 'one read at once');
  t.equal(ask({ verb: 'update' }), 'begun', 'writes are counted apart');
  for (const verb of ['create', 'patch', 'delete', 'deletecollection']) t.equal(ask({ verb }), '429', verb);
  t.equal(ask({ verb: 'get', groups: ['system:masters'] }), 'begun', 'masters are not limited');
  t.equal(ask({ verb: 'get', groups: ['others'] }), '429');
  t.equal(ask({ verb: 'watch', longRunning: true }), 'begun', 'long requests are not counted');
  for (const end of ends.splice(0)) end();
  await new Promise((resolve) => setImmediate(resolve));
  t.equal(ask({ verb: 'create' }), 'begun', 'what has ended counts no more');
  t.equal(ask({ verb: 'get' }), 'begun');
});
