// What ends a work that several may end, and that nothing of it is left.

import { getEventListeners } from 'node:events';
import t from 'tap';
import { underSignals } from './joined-signal.ts';

const untilAborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    else signal.addEventListener('abort', () => resolve(signal.reason), { once: true });
  });

t.test('the first signal that aborts ends the work, with its reason', async (t) => {
  const [one, other] = [new AbortController(), new AbortController()];
  const ending = underSignals([one.signal, other.signal], untilAborted);
  other.abort('other');
  one.abort('one');
  t.equal(await ending, 'other');
  t.equal(await underSignals([new AbortController().signal, one.signal], untilAborted), 'one', 'one that is aborted');
});

t.test('a work that takes too long is ended, and one that ends is not', async (t) => {
  const reason = await underSignals([], untilAborted, 5);
  t.match(reason, { name: 'TimeoutError' });
  const kept = await underSignals([], async (signal) => signal, 5);
  await new Promise((resolve) => setTimeout(resolve, 20));
  t.equal(kept.aborted, false);
});

t.test('nothing is left at a signal that lives long, whether the work succeeds or fails', async (t) => {
  const { signal } = new AbortController();
  const warnings: Error[] = [];
  const warned = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warned);
  t.teardown(() => process.off('warning', warned));
  await Promise.all(Array.from({ length: 30 }, () => underSignals([signal], async () => undefined)));
  await t.rejects(
    underSignals([signal], async () => {
      throw new Error('failed');
    }),
    { message: 'failed' },
  );
  await new Promise((resolve) => setImmediate(resolve));
  t.equal(getEventListeners(signal, 'abort').length, 0);
  t.strictSame(warnings, [], 'many at once are no leak');
});
