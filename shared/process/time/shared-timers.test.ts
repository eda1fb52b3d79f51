import t from 'tap';

import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { SharedTimers } from './shared-timers.ts';

t.test('calls that fall due at about the same time share one sleep, and none comes too early', async (t) => {
  const clock = new FakeClock();
  const timers = new SharedTimers(clock);
  const called: number[] = [];
  for (const milliseconds of [60_000, 60_010, 60_100, 60_101]) {
    timers.after(milliseconds, () => called.push(milliseconds));
  }
  t.equal(clock.sleeping, 3);
  await clock.advance(59_999);
  t.strictSame(called, []);
  await clock.advance(1);
  t.strictSame(called, [60_000]);
  await clock.advance(100);
  t.strictSame(called, [60_000, 60_010, 60_100]);
  await clock.advance(100);
  t.equal(called.length, 4);
  t.equal(clock.sleeping, 0);
});

t.test('a timer that was cancelled does not call; the one beside it does', async (t) => {
  const clock = new FakeClock();
  const timers = new SharedTimers(clock);
  let calls = 0;
  const count = (): void => void (calls += 1);
  const first = timers.after(1000, count);
  timers.after(1000, count);
  first.cancel();
  first.cancel();
  await clock.advance(1000);
  t.equal(calls, 1);
  timers.after(0, count);
  await clock.advance(0);
  t.equal(calls, 2);
});
