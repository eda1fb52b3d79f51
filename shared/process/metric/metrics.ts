// The metrics of one program in Prometheus text form, over prom-client with a registry of our own. Adds what the
// metric life cycle asks for: a stability level in the help text, deprecation, hiding and showing hidden ones again.

import { Counter as PromCounter, Gauge as PromGauge, Registry } from 'prom-client';

import { BucketHistogram } from './bucket-histogram.ts';
import type { Log } from '../log/log.ts';
import { silentLog } from '../log/log.ts';
import {
  type Counter,
  type CounterSeries,
  type Gauge,
  type Histogram,
  type HistogramSeries,
  type Labels,
  type ReadSamples,
  seriesKey,
} from './metric.ts';

export type { Counter, CounterSeries, Gauge, Histogram, HistogramSeries, Labels } from './metric.ts';

export type Stability = 'ALPHA' | 'BETA' | 'STABLE';

export interface MetricOptions {
  readonly name: string;
  /** One sentence. The stability level and a deprecation are put in front of it. */
  readonly help: string;
  readonly labels?: readonly string[];
  readonly stability: Stability;
  /** The version that announced the deprecation, `1.34`. Absent: active. */
  readonly deprecatedIn?: string;
}

export interface HistogramOptions extends MetricOptions {
  /** Upper bounds, ascending. Default: 5 ms to 10 s, for durations in seconds. */
  readonly buckets?: readonly number[];
}

/**
 * The registry of metrics. A second call with the same name returns the same metric; with a different shape it throws.
 * A hidden metric is recorded nowhere: its methods do nothing.
 */
export interface Metrics {
  counter(options: MetricOptions): Counter;
  gauge(options: MetricOptions): Gauge;
  histogram(options: HistogramOptions): Histogram;
  /** The exposition text. */
  render(): Promise<string>;
  /** `Content-Type` of what `render` gives. */
  readonly contentType: string;
}

export interface MetricsSettings {
  /** This program's version as `major.minor`; default: the version the API speaks is not known and nothing hides. */
  readonly version?: string;
  /** `--show-hidden-metrics-for-version`: shows again what was hidden in exactly the minor version before. */
  readonly showHiddenForVersion?: string;
  readonly log?: Log;
}

/** Minor releases from the announcement of a deprecation until the metric hides (life-cycle rules, VERS-005). */
const releasesUntilHidden: Readonly<Record<Stability, number>> = { ALPHA: 0, BETA: 1, STABLE: 3 };

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `--show-hidden-metrics-for-version` names another version than the one before; the message says which may be. */
export class HiddenMetricsVersionError extends Error {
  override readonly name = 'HiddenMetricsVersionError';
}

/** A registry of its own; nothing is registered globally. Throws HiddenMetricsVersionError. */
export function createMetrics(settings: MetricsSettings = {}): Metrics {
  checkShown(settings);
  const registry = new Registry();
  const known = new Map<string, { readonly shape: string; readonly metric: Counter | Gauge | Histogram }>();
  /** Of each recorded metric its text, in the order in which they were made. */
  const texts: (() => string | Promise<string>)[] = [];

  function register<M extends Counter | Gauge | Histogram>(
    kind: string,
    options: MetricOptions,
    make: () => M,
    hidden: M,
  ): M {
    const shape = `${kind} ${(options.labels ?? []).join(',')}`;
    const earlier = known.get(options.name);
    if (earlier !== undefined) {
      if (earlier.shape !== shape) throw new TypeError(`metric ${options.name} is already a ${earlier.shape}`);
      return earlier.metric as M;
    }
    const metric = isHidden(options, settings) ? hidden : make();
    if (metric !== hidden) texts.push(() => textOf(registry, options.name, metric));
    if (options.deprecatedIn !== undefined && metric !== hidden) logDeprecation(options, settings);
    known.set(options.name, { shape, metric });
    return metric;
  }

  const histogramOf = (options: HistogramOptions): Histogram => {
    const { name, buckets = durationBuckets } = options;
    return new BucketHistogram(name, helpOf(options), buckets);
  };

  const base = (options: MetricOptions) => ({
    name: options.name,
    help: helpOf(options),
    labelNames: [...(options.labels ?? [])],
    registers: [registry],
  });

  return {
    contentType: registry.contentType,
    async render() {
      const parts: string[] = [];
      // One after the other: what others do in between waits for one metric, not for all of them.
      for (const text of texts) parts.push(await text());
      return `${parts.join('\n\n')}\n`;
    },
    counter: (options) =>
      register(
        'counter',
        options,
        () => counterOver((collect) => new PromCounter({ ...base(options), collect })),
        nothing,
      ),
    gauge: (options) =>
      register('gauge', options, () => gaugeOver((collect) => new PromGauge({ ...base(options), collect })), nothing),
    histogram: (options) => register('histogram', options, () => histogramOf(options), nothing),
  };
}

/** The registry knows all but histograms. */
function textOf(registry: Registry, name: string, metric: unknown): string | Promise<string> {
  return metric instanceof BucketHistogram ? metric.text() : registry.getSingleMetricAsString(name);
}

/** A warning only where a flag brings back what would be hidden: everything else is the program's own choice. */
function logDeprecation(options: MetricOptions, { version, log = silentLog }: MetricsSettings): void {
  const fields = { metric: options.name, deprecatedIn: options.deprecatedIn };
  const shown = isHidden(options, version === undefined ? {} : { version });
  if (shown) log.warn('a hidden metric is shown, as --show-hidden-metrics-for-version asks', fields);
  else log.info('a deprecated metric is being recorded', fields);
}

const nothingRecorded: CounterSeries & HistogramSeries = { increment() {}, observe() {} };

/** Replaces a hidden metric. */
const nothing: Counter & Gauge & Histogram = {
  series: () => nothingRecorded,
  increment() {},
  set() {},
  add() {},
  remove() {},
  readOnScrape() {},
  observe() {},
};

function helpOf(options: MetricOptions): string {
  const deprecation = options.deprecatedIn === undefined ? '' : `(Deprecated from ${options.deprecatedIn}) `;
  return `[${options.stability}] ${deprecation}${options.help}`;
}

/** Only metrics that the current release hides can be shown again, by naming the previous release. */
function checkShown({ version, showHiddenForVersion: shown }: MetricsSettings): void {
  if (shown === undefined) return;
  const previous = version?.replace(/\d+$/, (minor) => String(Number(minor) - 1));
  if (shown !== previous)
    throw new HiddenMetricsVersionError(`${shown} is not the version before this one, ${previous}`);
}

/**
 * A deprecated metric hides some releases after its announcement and is gone for good one release later; the flag
 * brings back only what the present release hid.
 */
function isHidden(options: MetricOptions, settings: MetricsSettings): boolean {
  if (options.deprecatedIn === undefined || settings.version === undefined) return false;
  const age = minorOf(settings.version) - minorOf(options.deprecatedIn);
  const hidesAt = releasesUntilHidden[options.stability];
  if (age < hidesAt) return false;
  const shown = settings.showHiddenForVersion;
  const bringsBack = shown !== undefined && age === hidesAt;
  return !bringsBack;
}

function minorOf(version: string): number {
  const match = /^v?(\d+)\.(\d+)/.exec(version);
  if (match === null) throw new TypeError(`${JSON.stringify(version)} is not a version of the form major.minor`);
  return Number(match[1]) * 1000 + Number(match[2]);
}

function counterOver(make: (collect: () => void) => PromCounter): Counter {
  const kept = new Map<string, { readonly labels: Labels; count: number }>();
  let read: ReadSamples | undefined;
  const metric = make(() => {
    if (read !== undefined) {
      metric.reset();
      for (const { value, labels } of read()) metric.inc((labels ?? {}) as Record<string, string | number>, value);
    }
    for (const series of kept.values()) {
      if (series.count > 0) metric.inc(series.labels as Record<string, string | number>, series.count);
      series.count = 0;
    }
  });
  return {
    increment(labels, by = 1) {
      if (labels === undefined) metric.inc(by);
      else metric.inc(labels as Record<string, string | number>, by);
    },
    series(labels) {
      const key = seriesKey(labels);
      const series = kept.get(key) ?? { labels, count: 0 };
      kept.set(key, series);
      return {
        increment(by = 1) {
          series.count += by;
        },
      };
    },
    readOnScrape(reader) {
      read = reader;
    },
  };
}

function gaugeOver(make: (collect: () => void) => PromGauge): Gauge {
  let read: ReadSamples | undefined;
  const metric = make(() => {
    if (read === undefined) return;
    metric.reset();
    for (const { value, labels } of read()) gauge.set(value, labels);
  });
  const gauge: Gauge = {
    set(value, labels) {
      if (labels === undefined) metric.set(value);
      else metric.set(labels as Record<string, string | number>, value);
    },
    add(by, labels) {
      if (labels === undefined) metric.inc(by);
      else metric.inc(labels as Record<string, string | number>, by);
    },
    remove: (labels) => metric.remove(labels as Record<string, string | number>),
    readOnScrape(reader) {
      read = reader;
    },
  };
  return gauge;
}
