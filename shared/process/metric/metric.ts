// Interfaces for metrics: counters, gauges, histograms, and single series of them for frequent recording.

export type Labels = Readonly<Record<string, string | number>>;

/** Returns the samples of a metric at a scrape. */
export type ReadSamples = () => Iterable<{ readonly value: number; readonly labels?: Labels }>;

export interface Counter {
  /** Adds `by` (default 1, never negative). */
  increment(labels?: Labels, by?: number): void;
  /** One series, for frequent recording: to find it by its labels costs more than to count. */
  series(labels: Labels): CounterSeries;
  /** Replaces all series by the result of `read` at every scrape, for values that are counted elsewhere and never decrease. */
  readOnScrape(read: ReadSamples): void;
}

export interface CounterSeries {
  increment(by?: number): void;
}

export interface Gauge {
  set(value: number, labels?: Labels): void;
  /** Adds `by`, which may be negative. */
  add(by: number, labels?: Labels): void;
  /** Removes one series, when its subject no longer exists. */
  remove(labels: Labels): void;
  /** Replaces all series by the result of `read` at every scrape. */
  readOnScrape(read: ReadSamples): void;
}

export interface Histogram {
  observe(value: number, labels?: Labels): void;
  /** One series, for frequent recording. */
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
