// How pods end before the host goes down.

import t, { type Test } from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import type { Logind } from './logind.ts';
import { NodeShutdown } from './node-shutdown.ts';
import { shutdownGroups } from './shutdown-order.ts';
import { shutdownOf } from './systemd-logind.ts';

const critical = 2_000_000_000;

function scene(t: Test, options: { readonly delay?: number; readonly priorities: readonly number[] }) {
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
    whole: 30_000,
    critical: 10_000,
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

t.test('groups without pods or without time do not wait', async (t) => {
  const of = (pods: readonly number[], critical: number) =>
    shutdownGroups(pods, (one) => one, { whole: 30, critical }).map(({ pods: found, period }) => [found, period]);
  t.strictSame(of([0, critical], 10), [
    [[0], 20],
    [[critical], 10],
  ]);
  t.strictSame(of([critical, critical - 1], 0), [[[critical - 1], 30]]);
  t.strictSame(of([0], 30), []);
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
