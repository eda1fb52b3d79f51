// A histogram of our own, because prom-client hashes the labels of every recorded value to find its series. Here a frequent
// caller keeps its series. prom-client's registry renders it.

import { type Histogram, type HistogramSeries, type Labels, seriesKey } from './metric.ts';

/** One line of the exposition. */
interface Sample {
  readonly metricName: string;
  readonly labels: Labels;
  readonly value: number;
}

export class BucketHistogram implements Histogram {
  readonly name: string;
  readonly help: string;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, BucketSeries>();

  /** `bounds`: upper bounds, ascending; `+Inf` is added. */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name;
    this.help = help;
    this.#bounds = bounds;
  }

  observe(value: number, labels: Labels = {}): void {
    this.series(labels).observe(value);
  }

  series(labels: Labels): HistogramSeries {
    const key = seriesKey(labels);
    let series = this.#series.get(key);
    if (series === undefined) {
      series = new BucketSeries(labels, this.#bounds);
      this.#series.set(key, series);
    }
    return series;
  }

  /** The interface that prom-client's registry expects of a metric. */
  async get() {
    const values = [...this.#series.values()].flatMap((series) => series.samples(this.name));
    return { name: this.name, help: this.help, type: 'histogram', aggregator: 'sum', values } as const;
  }
}

class BucketSeries implements HistogramSeries {
  readonly #labels: Labels;
  readonly #bounds: readonly number[];
  /** Counts by bound; the last one counts values above all bounds. */
  readonly #counts: number[];
  #sum = 0;

  constructor(labels: Labels, bounds: readonly number[]) {
    this.#labels = labels;
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number, times = 1): void {
    let at = 0;
    while (at < this.#bounds.length && value > (this.#bounds[at] ?? 0)) at += 1;
    this.#counts[at] = (this.#counts[at] ?? 0) + times;
    this.#sum += value * times;
  }

  samples(name: string): readonly Sample[] {
    const labels = this.#labels;
    let below = 0;
    const buckets = this.#counts.map((count, at): Sample => {
      below += count;
      return { metricName: `${name}_bucket`, labels: { le: this.#bounds[at] ?? '+Inf', ...labels }, value: below };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: below },
    ];
  }
}
