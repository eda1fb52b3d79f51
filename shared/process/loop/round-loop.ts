// Work that is done in rounds: one at once, the next after a pause or as soon as something has changed. What a round does is its
// owner's; when the next one comes is decided here.

import { underSignals } from '../async/joined-signal.ts';
import type { Clock } from '../time/clock.ts';
import type { Loop } from './loop.ts';

export interface RoundLoopOptions {
  /** Kebab-case, for logs and metrics. */
  readonly name: string;
  /** Resolves with false when not all is done yet: the next round comes after `retryPeriod` then. */
  readonly round: (signal: AbortSignal) => Promise<boolean | void>;
  /** A round rejected, and not because the loop is to end. */
  readonly failed: (error: unknown) => void;
  /** Milliseconds between the end of a round and the next: a number, or asked for after each round, with whether all was done. */
  readonly period: number | ((done: boolean) => number);
  /** The same after a round that failed or has not done all, where `period` is a number. Default: `period`. */
  readonly retryPeriod?: number;
  readonly clock: Clock;
}

export interface RoundLoop extends Loop {
  /** The next round comes at once, or as soon as the one under way has ended. Any number of calls before it count once. */
  wake(): void;
}

export function roundLoop({ name, round, failed, period, retryPeriod, clock }: RoundLoopOptions): RoundLoop {
  let woken = new AbortController();
  return {
    name,
    wake: () => woken.abort(),
    run: async (signal) => {
      while (!signal.aborted) {
        woken = new AbortController();
        let done = false;
        try {
          done = (await round(signal)) !== false;
        } catch (error) {
          if (signal.aborted) return;
          failed(error);
        }
        const pause = typeof period !== 'number' ? period(done) : done ? period : (retryPeriod ?? period);
        const wait = (either: AbortSignal): Promise<void> => clock.sleep(pause, either).catch(() => undefined);
        await underSignals([signal, woken.signal], wait);
      }
    },
  };
}
