// A histogram of our own, because prom-client hashes the labels of every recorded value to find its series, and writes the labels
// of every line anew. Here a frequent caller keeps its series, and a scrape writes the labels of a series once: with a thousand kinds
// a scrape has a hundred thousand lines.

import { type Histogram, type HistogramSeries, type Labels, seriesKey } from './metric.ts';

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

  /** The exposition text, without a line end at its end. */
  text(): string {
    const { name } = this;
    const bounds = [...this.#bounds.map(String), '+Inf'].map((bound) => `${name}_bucket{le="${bound}"`);
    const lines = [`# HELP ${name} ${escaped(this.help)}`, `# TYPE ${name} histogram`];
    for (const series of this.#series.values()) series.write(name, bounds, lines);
    return lines.join('\n');
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

  /** Adds the lines of this series. `heads`: the begin of the line of each bound. */
  write(name: string, heads: readonly string[], lines: string[]): void {
    const labels = Object.entries(this.#labels).map(([label, value]) => `${label}="${labelValue(value)}"`);
    const own = labels.join(',');
    const rest = own === '' ? '}' : `,${own}}`;
    let below = 0;
    for (const [at, count] of this.#counts.entries()) {
      below += count;
      lines.push(`${heads[at]}${rest} ${below}`);
    }
    const all = own === '' ? '' : `{${own}}`;
    lines.push(`${name}_sum${all} ${numberText(this.#sum)}`, `${name}_count${all} ${below}`);
  }
}

function labelValue(value: string | number): string {
  return typeof value === 'number' ? numberText(value) : escaped(value).replace(/"/g, '\\"');
}

function escaped(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n');
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value < 0 ? '-Inf' : '+Inf';
}
