import t from 'tap';

import { systemClock } from './system-clock.ts';

// The clock's own timers let a process end; this one keeps the test alive.
const alive = setInterval(() => {}, 1000);
t.teardown(() => clearInterval(alive));

t.test('a sleep lasts at least as long as asked', async (t) => {
  const start = systemClock.monotonic();
  await systemClock.sleep(20);
  t.ok(systemClock.monotonic() - start >= 20);
});

t.test('a sleep of nothing ends on the next turn', async () => {
  await systemClock.sleep(0);
  await systemClock.sleep(-5);
});

t.test('an abort ends a sleep with the reason of the signal, at once when it came before', async (t) => {
  const controller = new AbortController();
  const sleeping = systemClock.sleep(60_000, controller.signal);
  controller.abort(new Error('enough'));
  await t.rejects(sleeping, { message: 'enough' });
  await t.rejects(systemClock.sleep(60_000, controller.signal), { message: 'enough' });
});
