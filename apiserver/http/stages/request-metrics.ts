// Counts and times every request.

import type { CounterSeries, HistogramSeries, Labels } from '../../../shared/process/metric/metric.ts';
import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import type { ResourceRequestInfo } from '../contract/request-info.ts';
import { finallyDo } from '../../../shared/process/async/maybe-promise.ts';
import type { Next, RequestContext, Stage } from '../contract/stage.ts';

const durationBuckets = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const sizeBuckets = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
const readVerbs: ReadonlySet<string> = new Set(['GET', 'LIST']);
const connectSubresources: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);
const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const shapeLabels = ['verb', 'group', 'version', 'resource', 'subresource', 'scope', 'component'];

/** First stage of all: it sees the status that every other stage ended with. `monotonic` reads milliseconds. */
export function requestMetrics(metrics: Metrics, monotonic: () => number, served: ServedResources): Stage {
  const total = metrics.counter({
    name: 'apiserver_request_total',
    help: 'Requests, by verb, resource and HTTP status.',
    labels: [...shapeLabels, 'dry_run', 'code'],
    stability: 'STABLE',
  });
  const duration = metrics.histogram({
    name: 'apiserver_request_duration_seconds',
    help: 'Latency of requests in seconds, until the end of the response.',
    labels: [...shapeLabels, 'dry_run'],
    buckets: durationBuckets,
    stability: 'STABLE',
  });
  const indicator = metrics.histogram({
    name: 'apiserver_request_sli_duration_seconds',
    help: 'The same without the label dry_run: for service level indicators.',
    labels: shapeLabels,
    buckets: durationBuckets,
    stability: 'ALPHA',
  });
  const sizes = metrics.histogram({
    name: 'apiserver_response_sizes',
    help: 'Size of responses to get and list in bytes, as sent.',
    labels: shapeLabels,
    buckets: sizeBuckets,
    stability: 'STABLE',
  });
  const aborts = metrics.counter({
    name: 'apiserver_request_aborts_total',
    help: 'Requests whose client disconnected before the response was complete.',
    labels: ['verb', 'group', 'version', 'resource', 'subresource', 'scope'],
    stability: 'ALPHA',
  });
  const terminations = metrics.counter({
    name: 'apiserver_request_terminations_total',
    help: 'Requests that the server terminated or rejected to protect itself.',
    labels: [...shapeLabels, 'code'],
    stability: 'ALPHA',
  });
  const { isServed } = served;
  let known = new Map<string, RequestSeries>();
  /** Of requests for a known path, whose shape is the same. */
  let ofShared = new WeakMap<ResourceRequestInfo, RequestSeries>();
  let version = served.version();
  const seriesFor = (context: RequestContext): RequestSeries => {
    const { info } = context;
    if (version !== served.version()) {
      // What is served, and with it what is known of paths, has changed.
      version = served.version();
      known = new Map();
      ofShared = new WeakMap();
    }
    const before = info.kind === 'resource' && info.shared ? ofShared.get(info) : undefined;
    if (before !== undefined) return before;
    const series = seriesOf(known, context, isServed, (labels) => ({
      duration: duration.series(labels),
      indicator: indicator.series(shapeIn(labels)),
      size: readVerbs.has(labels.verb) ? sizes.series(shapeIn(labels)) : undefined,
      aborted: () => aborts.increment(withoutComponent(labels)),
      terminated: (code) => terminations.increment({ ...shapeIn(labels), code }),
      answered: new Map(),
      answeredWith: (code) => total.series({ ...labels, code }),
    }));
    if (info.kind === 'resource' && info.shared) ofShared.set(info, series);
    return series;
  };
  const record = (context: RequestContext): void => {
    const series = seriesFor(context);
    const code = context.answerStatus;
    let answered = series.answered.get(code);
    if (answered === undefined) {
      answered = series.answeredWith(code);
      series.answered.set(code, answered);
    }
    answered.increment();
    if (!context.longRunning) {
      const seconds = (monotonic() - context.receivedMonotonic) / 1000;
      series.duration.observe(seconds);
      series.indicator.observe(seconds);
      series.size?.observe(context.answerBytes);
      if (context.clientGone) series.aborted();
    }
    if (code === 429 || code === 504) series.terminated(code);
  };
  return (next) => finallyDo(next, record);
}

/** The series of requests of one shape. Kept: looking them up by their labels would cost each request more than its path. */
interface RequestSeries {
  readonly duration: HistogramSeries;
  readonly indicator: HistogramSeries;
  /** Of reads alone. */
  readonly size: HistogramSeries | undefined;
  /** By HTTP status. */
  readonly answered: Map<number, CounterSeries>;
  answeredWith(code: number): CounterSeries;
  aborted(): void;
  terminated(code: number): void;
}

function seriesOf(
  known: Map<string, RequestSeries>,
  context: RequestContext,
  isServed: IsServed,
  make: (labels: ShapeOfRun) => RequestSeries,
): RequestSeries {
  const { info, exchange } = context;
  const dryRun = info.query.has('dryRun') ? 'All' : '';
  if (info.kind === 'resource') {
    const key = `${shapeKey(context, info)} ${dryRun}`;
    const series = known.get(key);
    if (series !== undefined) {
      return series;
    }
    if (isServed(info)) {
      return remember(key);
    }
  }
  // Unknown paths are counted by method only, so that clients cannot create series.
  const key = `${methodLabel(exchange.method)} ${dryRun}`;
  return known.get(key) ?? remember(key);

  function remember(newKey: string): RequestSeries {
    const series = make({ ...shapeOf(context, isServed), dry_run: dryRun });
    known.set(newKey, series);
    return series;
  }
}

function shapeKey(context: RequestContext, info: ResourceRequestInfo): string {
  const { group, version, resource, subresource } = info;
  return `${verbLabel(context, info)} ${scopeOf(info)} ${group}/${version}/${resource}/${subresource}`;
}

/** Counts the watches and streams under way. */
export function longRunningMetrics(metrics: Metrics, { isServed }: ServedResources): Stage {
  const underWay = metrics.gauge({
    name: 'apiserver_longrunning_requests',
    help: 'Long-running requests in flight.',
    labels: shapeLabels,
    stability: 'STABLE',
  });
  const counts = new Map<string, { readonly labels: Shape; value: number }>();
  underWay.readOnScrape(() => counts.values());
  const counted = async (context: RequestContext, next: Next): Promise<void> => {
    const { info } = context;
    const key =
      info.kind === 'resource' && isServed(info) ? shapeKey(context, info) : methodLabel(context.exchange.method);
    let count = counts.get(key);
    if (count === undefined) {
      count = { labels: shapeOf(context, isServed), value: 0 };
      counts.set(key, count);
    }
    count.value += 1;
    try {
      await next(context);
    } finally {
      count.value -= 1;
      // What is no longer served is not reported as idle for ever.
      if (count.value === 0 && info.kind === 'resource' && !isServed(info)) counts.delete(key);
    }
  };
  return (next) => (context) => (context.longRunning ? counted(context, next) : next(context));
}

export interface ServedResources {
  /** Another number after each change of what is served. */
  version(): number;
  /** Whether the server has this resource and sub-resource: names that clients invent must not create series. */
  readonly isServed: IsServed;
}

type IsServed = (info: ResourceRequestInfo) => boolean;

/** A shape with whether it is a dry run. */
type ShapeOfRun = Shape & { readonly dry_run: string };

function shapeIn({ dry_run: _dryRun, ...shape }: ShapeOfRun): Shape {
  return shape;
}

function withoutComponent({ dry_run: _dryRun, component: _component, ...labels }: ShapeOfRun): Labels {
  return labels;
}

type Shape = Readonly<
  Record<'verb' | 'group' | 'version' | 'resource' | 'subresource' | 'scope' | 'component', string>
>;

const elsewhere: Shape = {
  verb: '',
  group: '',
  version: '',
  resource: '',
  subresource: '',
  scope: '',
  component: 'apiserver',
};

function shapeOf(context: RequestContext, isServed: IsServed): Shape {
  const { info, exchange } = context;
  if (info.kind === 'path' || !isServed(info)) {
    return { ...elsewhere, verb: methodLabel(exchange.method) };
  }
  return {
    verb: verbLabel(context, info),
    group: info.group,
    version: info.version,
    resource: info.resource,
    subresource: info.subresource,
    scope: scopeOf(info),
    component: 'apiserver',
  };
}

function methodLabel(method: string): string {
  return methods.has(method) ? method : 'other';
}

function scopeOf(info: ResourceRequestInfo): string {
  if (info.name !== '' && !info.nameFromSelector) {
    return 'resource';
  }
  return info.namespace === '' ? 'cluster' : 'namespace';
}

function verbLabel(context: RequestContext, info: ResourceRequestInfo): string {
  if (connectSubresources.has(info.subresource)) {
    return 'CONNECT';
  }
  switch (info.verb) {
    case 'list':
      return 'LIST';
    case 'watch':
      return 'WATCH';
    case 'deletecollection':
      return 'DELETECOLLECTION';
    case 'patch':
      return String(context.exchange.headers['content-type'] ?? '').includes('apply') ? 'APPLY' : 'PATCH';
    default:
      return methodLabel(context.exchange.method);
  }
}
