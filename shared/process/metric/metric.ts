// What records figures: counters, gauges, histograms, and single series of them for who records often.

export type Labels = Readonly<Record<string, string | number>>;

/** What a metric has at the moment of a scrape. */
export type ReadSamples = () => Iterable<{ readonly value: number; readonly labels?: Labels }>;

export interface Counter {
  /** Adds `by` (default 1, never negative). */
  increment(labels?: Labels, by?: number): void;
  /** One series, for who records it often: finding it by its labels costs more than counting. */
  series(labels: Labels): CounterSeries;
  /** Replaces all series by what `read` gives at every scrape: of something that counts itself and never goes back. */
  readOnScrape(read: ReadSamples): void;
}

export interface CounterSeries {
  increment(by?: number): void;
}

export interface Gauge {
  set(value: number, labels?: Labels): void;
  /** Adds `by`, which may be negative. */
  add(by: number, labels?: Labels): void;
  /** Forgets one series, of something that is gone. */
  remove(labels: Labels): void;
  /** Replaces all series by what `read` gives at every scrape. */
  readOnScrape(read: ReadSamples): void;
}

export interface Histogram {
  observe(value: number, labels?: Labels): void;
  /** One series, for who records it often. */
  series(labels: Labels): HistogramSeries;
}

export interface HistogramSeries {
  /** `times`: how often this value was seen; default once. */
  observe(value: number, times?: number): void;
}

/** Equal for equal labels, in whatever order they are written. */
export function seriesKey(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([left], [right]) => (left < right ? -1 : 1)));
}
