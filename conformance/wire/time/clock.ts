// Time as a collaborator of the suite, so that its own tests move time by hand. The suite keeps a clock of its own:
// of `shared` it imports the vendor profiles only.

/** Interval time and waiting. */
export interface Clock {
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonic(): number;
  /** Milliseconds since the epoch, for time stamps of reports. */
  now(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason once it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the machine. */
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
