import t, { type Test } from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { roundLoop } from './round-loop.ts';

function loopOf(t: Test, round: (signal: AbortSignal) => Promise<boolean | void>) {
  const clock = new FakeClock();
  const warnings: string[] = [];
  const failed = (error: unknown): void => void warnings.push(String(error));
  const loop = roundLoop({ name: 'x', round, failed, period: 60_000, retryPeriod: 5_000, clock });
  const end = new AbortController();
  const running = loop.run(end.signal);
  t.teardown(async () => {
    end.abort();
    await running;
  });
  return { clock, warnings, loop, end, running };
}

t.test('a round comes at once, after the period, and earlier after one that has not done all or failed', async (t) => {
  let rounds = 0;
  const { clock, warnings } = loopOf(t, async () => {
    rounds += 1;
    if (rounds === 2) return false;
    if (rounds === 3) throw new Error('broken');
    return true;
  });
  await clock.untilSleeping();
  t.equal(rounds, 1);
  await clock.advance(59_000);
  t.equal(rounds, 1);
  await clock.advance(1_000);
  await clock.untilSleeping();
  t.equal(rounds, 2);
  await clock.advance(5_000);
  await clock.untilSleeping();
  t.equal(rounds, 3, 'not all was done');
  t.strictSame(warnings, ['Error: broken']);
  await clock.advance(5_000);
  await clock.untilSleeping();
  t.equal(rounds, 4, 'the one before failed');
});

t.test('a loop that is woken looks at once, and once more when that happens during a round', async (t) => {
  let rounds = 0;
  const during: (() => void)[] = [];
  const { clock, loop } = loopOf(t, async () => {
    rounds += 1;
    during.shift()?.();
  });
  await clock.untilSleeping();
  during.push(() => {
    loop.wake();
    loop.wake();
  });
  loop.wake();
  await new Promise((resolve) => setImmediate(resolve));
  await clock.untilSleeping();
  t.equal(rounds, 3);
});

t.test('a loop ends with its signal, also when its round fails for that', async (t) => {
  const { warnings, end, running } = loopOf(t, async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    throw new Error('aborted');
  });
  end.abort();
  await running;
  t.strictSame(warnings, []);
});
