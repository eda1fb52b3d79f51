// Metrics of the two questions about every request, authentication and authorization: the results, and the time until each.

import { type CallObserver, keptByLabels, observedCall } from '../../../shared/process/metric/observed-call.ts';
import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';

/** Returns or throws the outcome of the call, and records it. */
export type Attempts<T> = <R extends T | Promise<T>>(call: () => R) => R;

export interface AttemptOptions<T> {
  readonly metrics: Metrics;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Names of both. */
  readonly counter: string;
  readonly histogram: string;
  /** What is attempted, for their descriptions. */
  readonly what: string;
  /** The label `result`. A call that throws has `error`. */
  readonly resultOf: (value: T) => string;
}

/** Seconds: from a millisecond to 16 seconds, each twice the one before. */
const buckets = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);

export function attemptMetrics<T>(options: AttemptOptions<T>): Attempts<T> {
  const { metrics, clock, what, resultOf } = options;
  const labels = ['result'];
  const stability = 'ALPHA' as const;
  const counter = metrics.counter({ name: options.counter, help: `${what}, by result.`, labels, stability });
  const help = `Duration in seconds: ${what.toLowerCase()}, by result.`;
  const histogram = metrics.histogram({ name: options.histogram, help, labels, buckets, stability });
  // A result that never came has no series.
  const series = keptByLabels((result) => ({
    count: counter.series({ result }),
    duration: histogram.series({ result }),
  }));
  const ended = (seconds: number, result: string): void => {
    const { count, duration } = series(result);
    count.increment();
    duration.observe(seconds);
  };
  const observer = {
    succeeded: (seconds: number, value: T) => ended(seconds, resultOf(value)),
    failed: (seconds: number) => ended(seconds, 'error'),
  };
  const now = (): number => clock.monotonic();
  return <R extends T | Promise<T>>(call: () => R): R => observedCall(now, observer as CallObserver<Awaited<R>>, call);
}
