// The clock of the suite as an interface, so that tests can control time. The suite does not use the product's clock.

/** Time and waiting. */
export interface Clock {
  /** Milliseconds since an arbitrary start; never goes back. */
  monotonic(): number;
  /** Milliseconds since the epoch, for timestamps in reports. */
  now(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason once it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The system clock. */
export const systemClock: Clock = {
  monotonic: () => performance.now(),
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(asError(signal.reason));
        return;
      }
      const onAbort = () => {
        clearTimeout(timer);
        reject(asError(signal?.reason));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
