// Counts and times requests to the node's API, under the metric names that dashboards of node agents use. Labels contain no
// text from callers: the path is the first segment of the route, and for metrics also the second.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';
import type { Match } from './contract/route.ts';

/** Called when a request starts; the returned function is called once when it ends. */
export type RequestMeasure = (method: string, match: Match) => () => void;

const methods: ReadonlySet<string> = new Set(['OPTIONS', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'TRACE', 'CONNECT']);

export function requestMeasure(metrics: Metrics, clock: Clock): RequestMeasure {
  const labels = ['method', 'path', 'server_type', 'long_running'];
  const requests = metrics.counter({
    name: 'kubelet_http_requests_total',
    help: 'Requests to the API of the node.',
    labels,
    stability: 'ALPHA',
  });
  const underWay = metrics.gauge({
    name: 'kubelet_http_inflight_requests',
    help: 'Requests to the API of the node in flight.',
    labels,
    stability: 'ALPHA',
  });
  const seconds = metrics.histogram({
    name: 'kubelet_http_requests_duration_seconds',
    help: 'Duration of requests to the API of the node in seconds, until the last byte or the end of the connection.',
    labels,
    stability: 'ALPHA',
  });
  return (method, match) => {
    const path = pathOf(match);
    const series = {
      method: methods.has(method) ? method : 'other',
      path,
      server_type: 'readwrite',
      long_running: String(path === 'containerLogs'),
    };
    const began = clock.monotonic();
    requests.increment(series);
    underWay.add(1, series);
    return () => {
      underWay.add(-1, series);
      seconds.observe((clock.monotonic() - began) / 1000, series);
    };
  };
}

/** `containerLogs` of `/containerLogs/{namespace}/{pod}/{container}`, `metrics/resource`; of a path without a route, `other`. */
function pathOf(match: Match): string {
  if (!('route' in match)) return 'other';
  const [first = '', second] = match.route.pattern.slice(1).split('/');
  return first === 'metrics' && second !== undefined ? `${first}/${second}` : first;
}
