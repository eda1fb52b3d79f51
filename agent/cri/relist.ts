// Lists the runtime's pods and containers every few seconds, and exports the durations under the metric names that alerts for
// slow runtimes use: lists are the first calls to become slow. The lists themselves are discarded.

import type { Clock } from '../../shared/process/time/clock.ts';
import { type RoundLoop, roundLoop } from '../../shared/process/loop/round-loop.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';
import type { Runtime } from './runtime.ts';

export interface RelistOptions {
  /** Its calls have their own limit in time. */
  readonly runtime: Pick<Runtime, 'sandboxStates' | 'containerStates'>;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Milliseconds between the end of a list and the next, or what says so after each. Default 5,000. */
  readonly period?: number | (() => number);
}

/** Of durations from 5 ms to two minutes, which is the usual limit of a call. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/** A list that fails is timed like any other, and is no fault of the loop: others tell that the runtime does not answer. */
export function relist({ runtime, metrics, clock, period = 5_000 }: RelistOptions): RoundLoop {
  const histogram = (name: string, help: string) =>
    metrics.histogram({ name: `kubelet_pleg_relist_${name}_seconds`, help, buckets, stability: 'ALPHA' });
  const duration = histogram('duration', 'How long it took to list the pods and containers of the runtime.');
  const interval = histogram('interval', 'Time from the beginning of one list to that of the next.');
  const lastSeen = metrics.gauge({
    name: 'kubelet_pleg_last_seen_seconds',
    help: 'When pods and containers were listed last, in seconds since the epoch.',
    stability: 'ALPHA',
  });
  let before: number | undefined;
  return roundLoop({
    name: 'relist',
    round: async (signal) => {
      const began = clock.monotonic();
      if (before !== undefined) interval.observe((began - before) / 1000);
      before = began;
      try {
        await runtime.sandboxStates(signal);
        await runtime.containerStates(signal);
        lastSeen.set(Math.floor(clock.now() / 1000));
      } finally {
        if (!signal.aborted) duration.observe((clock.monotonic() - began) / 1000);
      }
    },
    failed: () => undefined,
    period,
    clock,
  });
}
