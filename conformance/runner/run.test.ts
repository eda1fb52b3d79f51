// The runner: outcomes, order, limits and clean-up, with test cases and a test target.

import t from 'tap';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { type Case, type Need, NotObservable } from '../contract/case.ts';
import { type Clock, systemClock } from '../wire/time/clock.ts';
import { Exchange } from '../wire/exchange/exchange.ts';
import { ExpectationFailed } from '../wire/contract/failure.ts';
import type { Transcript } from '../wire/exchange/transcript.ts';
import { runCases } from './run.ts';
import type { PlacedCase } from './select.ts';
import type { Target } from '../target/target.ts';

const makeCase = (id: string, run: Case['run'], more: Partial<Case> = {}): PlacedCase => ({
  area: 'sample',
  definition: { id, title: `The behaviour ${id} MUST hold.`, requirements: ['UPD-002'], run, ...more },
});

function makeTarget(missing: readonly (readonly [Need, string])[] = []): Target {
  const unused = () => ({ withHeaders: () => undefined }) as never;
  return {
    server: 'http://sample.invalid',
    vendor: vendorOf('orch'),
    version: '',
    features: new Set<Need>(),
    missing: new Map(missing),
    admin: unused,
    bare: unused,
    certified: unused,
    rawGet: unused,
    rawSocket: unused,
    agent: unused,
    renew: async () => {},
    secrets: () => [],
    close: async () => {},
  };
}

const options = (more: Partial<Parameters<typeof runCases>[1]> = {}) => ({
  target: makeTarget(),
  clock: systemClock,
  parallel: 2,
  signal: new AbortController().signal,
  ...more,
});

t.test('each outcome is reported, in the order of the cases', async (t) => {
  const results = await runCases(
    [
      makeCase('holds', async () => {}),
      makeCase('broken', async () => {
        throw new ExpectationFailed('status', '409', '200');
      }),
      makeCase('undecided', async () => {
        throw new Error('socket hang up', { cause: new Error('ECONNRESET') });
      }),
      makeCase('unmet', async () => {}, { needs: ['agent'] }),
      makeCase('unseen', async () => {
        throw new NotObservable('nothing expired yet');
      }),
    ],
    options({ target: makeTarget([['agent', 'no node agent was given']]) }),
  );
  t.match(results, [
    { id: 'holds', outcome: 'passed', area: 'sample', requirements: ['UPD-002'] },
    { id: 'broken', outcome: 'failed', what: 'status', expected: '409', got: '200' },
    { id: 'undecided', outcome: 'errored', message: 'socket hang up (ECONNRESET)' },
    { id: 'unmet', outcome: 'skipped', reason: 'no node agent was given' },
    { id: 'unseen', outcome: 'skipped', reason: 'nothing expired yet' },
  ]);
});

t.test(
  'at most the configured number of cases run in parallel, and exclusive cases run alone at the end',
  async (t) => {
    let running = 0;
    let most = 0;
    const order: string[] = [];
    const step = (id: string) => async () => {
      running += 1;
      most = Math.max(most, running);
      if (id === 'alone') t.equal(running, 1);
      await systemClock.sleep(5);
      running -= 1;
      order.push(id);
    };
    const together = ['a', 'b', 'c', 'd', 'e'].map((id) => makeCase(id, step(id)));
    await runCases([makeCase('alone', step('alone'), { alone: true }), ...together], options({ parallel: 3 }));
    t.equal(most, 3);
    t.equal(order.at(-1), 'alone');
    t.equal(order.length, 6);
  },
);

t.test('a case over its time limit is errored, and its signal is aborted', async (t) => {
  let aborted = false;
  const clock: Clock = { ...systemClock, sleep: () => systemClock.sleep(10) };
  const hanging = makeCase('hanging', async (c) => {
    await new Promise((_resolve, reject) => {
      c.signal.addEventListener('abort', () => {
        aborted = true;
        reject(new Error('aborted'));
      });
    });
  });
  const [result] = await runCases([hanging], options({ clock, caseLimit: 1234 }));
  t.match(result, { outcome: 'errored', message: 'no result within 1234 ms' });
  t.ok(aborted);
});

t.test('what a case finds when its requests are ended is no finding about the target', async (t) => {
  const clock: Clock = { ...systemClock, sleep: () => systemClock.sleep(10) };
  const finding = makeCase(
    'finding',
    (c) =>
      new Promise((_resolve, reject) => {
        c.signal.addEventListener('abort', () => reject(new ExpectationFailed('status', '200', 'no answer')));
      }),
  );
  const [result] = await runCases([finding], options({ clock, caseLimit: 1234 }));
  t.match(result, { outcome: 'errored', message: 'no result within 1234 ms' });
});

t.test('cases that did not start before the run ended are not run', async (t) => {
  const stopped = AbortSignal.abort(new Error('ended by SIGINT'));
  const [result] = await runCases([makeCase('late', async () => {})], options({ signal: stopped }));
  t.match(result, { outcome: 'not-run', reason: 'ended by SIGINT' });
});

t.test(
  'a case interrupted by the end of the run is not run, whatever it threw, and its objects are deleted',
  async (t) => {
    const stop = new AbortController();
    const removed: string[] = [];
    let answers = 0;
    const admin = (_journal: Transcript, signal: AbortSignal): never =>
      ({
        post: async (path: string, { metadata }: { metadata: { name: string } }) =>
          new Exchange(
            { method: 'POST', path: `${path}/${metadata.name}`, headers: {} },
            201,
            new Map(),
            new Uint8Array(),
          ),
        delete: async (path: string) => {
          signal.throwIfAborted();
          removed.push(path);
          answers += 1;
          return new Exchange(
            { method: 'DELETE', path, headers: {} },
            answers === 1 ? 404 : 200,
            new Map(),
            new Uint8Array(),
          );
        },
        withHeaders: () => undefined,
      }) as never;
    const target = { ...makeTarget(), admin, features: new Set<Need>(['namespace']) };
    const saying = (error: Error) => async () => {
      stop.abort(new Error('ended by SIGINT'));
      throw error;
    };
    const silent = makeCase('silent', () => new Promise(() => {}), { needs: ['namespace'] });
    const wrong = makeCase('wrong', saying(new ExpectationFailed('status', '409', '200')));
    const results = await runCases([silent, wrong], options({ target, signal: stop.signal }));
    t.match(results, [
      { id: 'silent', outcome: 'not-run', reason: 'ended by SIGINT' },
      { id: 'wrong', outcome: 'not-run' },
    ]);
    t.match(
      removed,
      [/namespaces\/conformance-/, /namespaces\/conformance-/],
      'a missing object is deleted a second time',
    );
  },
);

t.test('a namespace whose creation was interrupted is deleted', async (t) => {
  const stop = new AbortController();
  const removed: string[] = [];
  const admin = (): never =>
    ({
      post: async () => {
        stop.abort(new Error('ended by SIGINT'));
        throw new Error('socket hang up');
      },
      delete: async (path: string) => {
        removed.push(path);
        return new Exchange({ method: 'DELETE', path, headers: {} }, 200, new Map(), new Uint8Array());
      },
      withHeaders: () => undefined,
    }) as never;
  const target = { ...makeTarget(), admin, features: new Set<Need>(['namespace']) };
  const placed = makeCase('begun', async () => {}, { needs: ['namespace'] });
  const [result] = await runCases([placed], options({ target, signal: stop.signal }));
  t.match(result, { outcome: 'not-run' });
  t.equal(removed.length, 1);
});

t.test('using a namespace without needing one is an error in the case', async (t) => {
  const [result] = await runCases([makeCase('careless', async (c) => void c.namespace)], options());
  t.match(result, { outcome: 'errored', message: /careless uses a namespace without needing one/ });
});

t.test('onResult is called with every result as it comes', async (t) => {
  const told: string[] = [];
  const cases = [makeCase('a', async () => {}), makeCase('b', async () => {})];
  await runCases(cases, options({ parallel: 1, onResult: (result) => told.push(`${result.id} ${result.outcome}`) }));
  t.strictSame(told, ['a passed', 'b passed']);
});

t.test("the transcript of a failure ends with the case's own requests, not with its clean-up", async (t) => {
  const admin = (journal: Transcript): never => {
    const say = (method: string) => async (path: string) => {
      const exchange = new Exchange({ method, path, headers: {} }, 200, new Map(), new Uint8Array());
      journal.add(exchange);
      return exchange;
    };
    return { get: say('GET'), delete: say('DELETE'), withHeaders: () => undefined } as never;
  };
  const [result] = await runCases(
    [
      makeCase('broken', async (c) => {
        c.removeLater('/made');
        for (const path of ['/first', '/second', '/third']) await c.wire.get(path);
        throw new ExpectationFailed('status', '409', '200');
      }),
    ],
    options({ target: { ...makeTarget(), admin } }),
  );
  t.match(result, { outcome: 'failed', transcript: [/^> GET \/second/, /^> GET \/third/] });
});

t.test('a case with checks fails with the first finding and reports every verdict', async (t) => {
  const fails = async () => {
    throw new ExpectationFailed('status', '409', '200');
  };
  const judging = (id: string, run: Case['run']) => makeCase(id, run, { requirements: ['UPD-002', 'UPD-003'] });
  const results = await runCases(
    [
      judging('one-fails', async (c) => {
        t.equal(await c.holds('UPD-002', fails), false);
        t.equal(await c.holds('UPD-003', async () => {}), true);
      }),
      judging('all-hold', async (c) => void (await c.holds(['UPD-002', 'UPD-003'], async () => {}))),
      judging('fails-and-breaks', async (c) => {
        await c.holds('UPD-002', fails);
        throw new Error('socket hang up');
      }),
      judging('holds-and-fails', async (c) => {
        await c.holds('UPD-002', async () => {});
        throw new ExpectationFailed('body', 'a', 'b');
      }),
      judging('nothing-seen', async (c) => {
        const hidden = () => Promise.reject(new NotObservable('no bookmark came'));
        for (const id of ['UPD-002', 'UPD-003']) await c.holds(id, hidden);
      }),
      judging('careless', async (c) => void (await c.holds('UPD-004', async () => {}))),
    ],
    options(),
  );
  const finding = { outcome: 'failed', what: 'status', expected: '409', got: '200' };
  const first = { requirements: ['UPD-002'], ...finding };
  t.match(results, [
    { ...finding, checks: [first, { requirements: ['UPD-003'], outcome: 'passed' }] },
    { outcome: 'passed', checks: [{ requirements: ['UPD-002', 'UPD-003'], outcome: 'passed' }] },
    { ...finding, checks: [first] },
    { outcome: 'failed', what: 'body', checks: [{ requirements: ['UPD-002'], outcome: 'passed' }] },
    { outcome: 'skipped', reason: 'no bookmark came' },
    { outcome: 'errored', message: /careless judges UPD-004/ },
  ]);
});
