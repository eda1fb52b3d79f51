// Counts and times every request (wire section 16.2), whoever answers it.

import type { Metrics } from '../../../shared/process/metrics.ts';
import type { ResourceRequest } from '../request-info.ts';
import type { RequestContext, Stage } from '../stage.ts';

const durationBuckets = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
];
const connectSubresources: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);
const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const shapeLabels = ['verb', 'group', 'version', 'resource', 'subresource', 'scope', 'component'];

/** First stage of all: it sees the status that every other stage ended with. `monotonic` reads milliseconds. */
export function requestMetrics(metrics: Metrics, monotonic: () => number, isServed: IsServed): Stage {
  const total = metrics.counter({
    name: 'apiserver_request_total',
    help: 'Requests answered, by verb, resource and HTTP status.',
    labels: [...shapeLabels, 'dry_run', 'code'],
    stability: 'STABLE',
  });
  const duration = metrics.histogram({
    name: 'apiserver_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labels: [...shapeLabels, 'dry_run'],
    buckets: durationBuckets,
    stability: 'STABLE',
  });
  return async (context, next) => {
    try {
      await next();
    } finally {
      const labels = { ...shapeOf(context, isServed), dry_run: context.info.query.has('dryRun') ? 'All' : '' };
      total.increment({ ...labels, code: context.answerStatus });
      if (!context.longRunning) {
        duration.observe((monotonic() - context.receivedMonotonic) / 1000, labels);
      }
    }
  };
}

/** Counts the watches and streams under way. */
export function longRunningMetrics(metrics: Metrics, isServed: IsServed): Stage {
  const underWay = metrics.gauge({
    name: 'apiserver_longrunning_requests',
    help: 'Watches and streams under way.',
    labels: shapeLabels,
    stability: 'STABLE',
  });
  return async (context, next) => {
    if (!context.longRunning) {
      return next();
    }
    const shape = shapeOf(context, isServed);
    underWay.add(1, shape);
    try {
      await next();
    } finally {
      underWay.add(-1, shape);
    }
  };
}

/** Whether the server has this resource and sub-resource: what a client invents must not become a series of its own. */
type IsServed = (info: ResourceRequest) => boolean;

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
    return { ...elsewhere, verb: methods.has(exchange.method) ? exchange.method : 'other' };
  }
  return {
    verb: verbLabel(context, info),
    group: info.group,
    version: info.version,
    resource: info.resource,
    subresource: info.subresource,
    scope: info.name !== '' && !info.nameFromSelector ? 'resource' : info.namespace !== '' ? 'namespace' : 'cluster',
    component: 'apiserver',
  };
}

function verbLabel(context: RequestContext, info: ResourceRequest): string {
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
      return methods.has(context.exchange.method) ? context.exchange.method : 'other';
  }
}
