// How pods end before the host goes down.

import t, { type Test } from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import type { Logind } from './logind.ts';
import { NodeShutdown } from './node-shutdown.ts';
import { shutdownGroups, type ShutdownStep, stepsOf } from './shutdown-order.ts';
import { shutdownOf } from './systemd-logind.ts';

const critical = 2_000_000_000;

function scene(
  t: Test,
  options: {
    readonly delay?: number;
    readonly priorities: readonly number[];
    readonly steps?: readonly ShutdownStep[];
  },
) {
  const clock = new FakeClock();
  const stop = new AbortController();
  const said: string[] = [];
  let delay = options.delay ?? 60_000;
  const hearers: ((shuttingDown: boolean) => void)[] = [];
  const breaks: ((error: Error) => void)[] = [];
  let held = 0;
  const logind: Logind = {
    inhibitDelay: async () => delay,
    setInhibitDelay: async (milliseconds) => {
      said.push(`delay ${milliseconds}`);
      delay = milliseconds;
    },
    inhibit: async (signal) => {
      held += 1;
      let released = false;
      const release = (): void => {
        if (!released) held -= 1;
        released = true;
      };
      signal.addEventListener('abort', release, { once: true });
      return { release, lost: new AbortController().signal };
    },
    follow: (heard, ready, signal) =>
      new Promise((resolve, reject) => {
        hearers.push(heard);
        breaks.push(reject);
        ready();
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  const pods = options.priorities.map((priority, at) => {
    const pod = {
      priority,
      ended: false,
      end: (grace: number) => void said.push(`end ${at} in ${grace}`),
      hasEnded: () => pod.ended,
    };
    return pod;
  });
  const shutdown = new NodeShutdown({
    logind,
    steps: options.steps ?? stepsOf({ whole: 30_000, critical: 10_000 }),
    pods: () => pods,
    changed: (shuttingDown) => void said.push(`changed ${shuttingDown}`),
    clock,
    log: silentLog,
  });
  const running = shutdown.run(stop.signal);
  const end = async (): Promise<void> => {
    stop.abort();
    await running;
  };
  t.teardown(end);
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const hear = (shuttingDown: boolean): void => hearers.at(-1)?.(shuttingDown);
  return { clock, said, pods, shutdown, settle, hear, held: () => held, breaks, hearers, end };
}

t.test('a shutdown waits until the pods have ended, critical ones last', async (t) => {
  const { clock, said, pods, shutdown, settle, hear, held, end } = scene(t, { priorities: [0, critical, 5] });
  await settle();
  t.strictSame([held(), shutdown.isShuttingDown], [1, false]);
  hear(true);
  await settle();
  t.strictSame(said, ['changed true', 'end 0 in 20', 'end 2 in 20']);
  t.equal(shutdown.isShuttingDown, true);
  for (const pod of pods) if (pod.priority < critical) pod.ended = true;
  await clock.advance(100);
  t.strictSame(said.slice(3), ['end 1 in 10'], 'as soon as the others have ended');
  await clock.advance(9_000);
  t.equal(held(), 1);
  await clock.advance(1_000);
  t.equal(held(), 0, 'no longer than their time');
  await end();
});

t.test('a shutdown that is called off is waited for again', async (t) => {
  const { clock, said, shutdown, settle, hear, held } = scene(t, { priorities: [0] });
  await settle();
  hear(true);
  await settle();
  hear(false);
  await clock.advance(200);
  await settle();
  t.strictSame([held(), shutdown.isShuttingDown], [1, false]);
  t.strictSame(said, ['changed true', 'end 0 in 20', 'changed false']);
});

t.test('the delay of a host that is too short is raised', async (t) => {
  const { said, settle } = scene(t, { delay: 5_000, priorities: [] });
  await settle();
  t.strictSame(said, ['delay 30000']);
});

t.test('without the login manager it is asked again, and no lock is left meanwhile', async (t) => {
  const { clock, settle, held, breaks, hearers, end } = scene(t, { priorities: [] });
  await settle();
  breaks[0]?.(new Error('gone'));
  await settle();
  t.equal(held(), 0);
  await clock.advance(10_000);
  await settle();
  t.strictSame([held(), hearers.length], [1, 2]);
  await end();
  t.equal(held(), 0);
});

t.test('groups without pods do not wait, and those without time end at once', async (t) => {
  const of = (pods: readonly number[], kept: number) =>
    shutdownGroups(pods, (one) => one, stepsOf({ whole: 30, critical: kept })).map(({ pods: found, period }) => [
      found,
      period,
    ]);
  t.strictSame(of([0, critical], 10), [
    [[0], 20],
    [[critical], 10],
  ]);
  t.strictSame(of([critical, critical - 1], 0), [
    [[critical - 1], 30],
    [[critical], 0],
  ]);
  t.strictSame(of([0], 30), [[[0], 0]]);
  t.strictSame(of([], 30), []);
});

t.test('with periods by priority each pod has that of the highest step that it reaches', async (t) => {
  const steps = [100, -5, 7].map((priority) => ({ priority, period: priority + 1_000 }));
  const groups = shutdownGroups([6, 7, 8, 99, 100, 2_000, -5, -6], (one) => one, steps);
  t.strictSame(
    groups.map(({ pods, period }) => [pods, period]),
    [
      [[6, -5, -6], 995],
      [[7, 8, 99], 1_007],
      [[100, 2_000], 1_100],
    ],
    'those below the lowest are in it',
  );
});

t.test('steps by priority follow one another, and the host waits for the sum', async (t) => {
  const steps = [
    { priority: 100, period: 2_000 },
    { priority: 10, period: 0 },
    { priority: 0, period: 5_000 },
  ];
  const { clock, said, settle, hear, held } = scene(t, { delay: 1_000, priorities: [500, 10, 3], steps });
  await settle();
  t.strictSame(said, ['delay 7000']);
  hear(true);
  await settle();
  t.strictSame(said.slice(2), ['end 2 in 5']);
  await clock.advance(5_000);
  await settle();
  t.strictSame(said.slice(3), ['end 1 in 0', 'end 0 in 2'], 'what has no time is not waited for');
  await clock.advance(1_900);
  t.equal(held(), 1);
  await clock.advance(100);
  t.equal(held(), 0);
});

t.test('a line of the monitor says whether the host goes down, or nothing', async (t) => {
  const line = (member: string, data: readonly unknown[]): string =>
    JSON.stringify({ member, payload: { type: 'b', data } });
  t.equal(shutdownOf(line('PrepareForShutdown', [true])), true);
  t.equal(shutdownOf(line('PrepareForShutdown', [false])), false);
  for (const other of [line('PrepareForSleep', [true]), line('PrepareForShutdown', ['x']), '{', '', 'null']) {
    t.equal(shutdownOf(other), undefined, other);
  }
});
