import { getEventListeners } from 'node:events';
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

t.test('one signal ends any number of sleeps without a warning of a leak, and keeps no listener', async (t) => {
  const stop = new AbortController();
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on('warning', onWarning);
  t.teardown(() => process.off('warning', onWarning));
  const sleeps = Array.from({ length: 50 }, (_, index) => systemClock.sleep(index < 40 ? 1 : 60_000, stop.signal));
  await Promise.all(sleeps.slice(0, 40));
  t.equal(getEventListeners(stop.signal, 'abort').length, 10, 'those that are over have left');
  stop.abort(new Error('enough'));
  const ended = await Promise.allSettled(sleeps.slice(40));
  t.ok(ended.every(({ status }) => status === 'rejected'));
  await new Promise((resolve) => setImmediate(resolve));
  t.strictSame(warnings, []);
});
