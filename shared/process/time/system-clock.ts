// The clock of real programs. Every interval comes from the monotonic clock; timers never keep the process alive.

import { setMaxListeners } from 'node:events';
import type { Clock } from './clock.ts';

/** Longest delay of a timer in Node; longer sleeps use several timers. */
const longestTimer = 2 ** 31 - 1;

/** Wall and monotonic time of this machine. Stateless: one instance serves every part of a program. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(milliseconds, signal) {
    const end = performance.now() + milliseconds;
    do {
      await sleepOnce(Math.min(Math.max(end - performance.now(), 0), longestTimer), signal);
      // A timer may fire up to a millisecond early: callers rely on the interval having passed.
    } while (performance.now() < end);
  },
};

function sleepOnce(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(reasonOf(signal));
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(reasonOf(signal as AbortSignal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    timer.unref();
    if (signal !== undefined) {
      // One signal may end many sleeps: each removes its listener, so their number is not a leak.
      setMaxListeners(0, signal);
      signal.addEventListener('abort', onAbort, { once: true });
    }
  });
}

function reasonOf(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal.reason });
}
