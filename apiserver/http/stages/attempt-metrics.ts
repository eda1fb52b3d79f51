// Metrics of the two questions about every request, who asks and whether they may: how often each was answered how, and after what time.

import type { CounterSeries, HistogramSeries, Metrics } from '../../../shared/process/metric/metrics.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';

export interface AttemptMetrics<Result extends string> {
  /** When an attempt begins: what `ended` is told. */
  begin(): number;
  ended(result: Result, began: number): void;
}

interface AttemptSeries {
  readonly count: CounterSeries;
  readonly duration: HistogramSeries;
}

export interface AttemptOptions {
  readonly metrics: Metrics;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** Names of both. */
  readonly counter: string;
  readonly histogram: string;
  /** What is attempted, for their descriptions. */
  readonly what: string;
}

/** Seconds: from a millisecond to 16 seconds, each twice the one before. */
const buckets = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);

export function attemptMetrics<Result extends string>(options: AttemptOptions): AttemptMetrics<Result> {
  const { metrics, clock, what } = options;
  const labels = ['result'];
  const stability = 'ALPHA' as const;
  const counter = metrics.counter({ name: options.counter, help: `${what}, by result.`, labels, stability });
  const help = `Seconds that each took: ${what.toLowerCase()}, by result.`;
  const histogram = metrics.histogram({ name: options.histogram, help, labels, buckets, stability });
  const seriesOf = (result: Result): AttemptSeries => ({
    count: counter.series({ result }),
    duration: histogram.series({ result }),
  });
  // A result that never came has no series.
  const known = new Map<Result, AttemptSeries>();
  return {
    begin: () => clock.monotonic(),
    ended(result, began) {
      let series = known.get(result);
      if (series === undefined) {
        series = seriesOf(result);
        known.set(result, series);
      }
      series.count.increment();
      series.duration.observe((clock.monotonic() - began) / 1000);
    },
  };
}
