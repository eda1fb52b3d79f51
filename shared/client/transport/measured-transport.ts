// A transport that counts and times requests, under the metric names of other clients of the API.

import type { Clock } from '../../process/time/clock.ts';
import type { Metrics } from '../../process/metric/metrics.ts';
import { type CallObserver, keptByLabels, observedCall } from '../../process/metric/observed-call.ts';
import type { Transport, TransportResponse } from '../contract/transport.ts';

export interface TransportMeasure {
  (transport: Transport): Transport;
}

export interface MeasureOptions {
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** The target of the requests: host and port, or `in-process`. */
  readonly host: string;
}

/**
 * Requests by status and method, and how long they took to the head of the answer. One without an answer has the status
 * `<error>`; one that its caller ended counts as such too.
 */
export function transportMeasure({ metrics, clock, host }: MeasureOptions): TransportMeasure {
  const stability = 'ALPHA';
  const requests = metrics.counter({
    name: 'rest_client_requests_total',
    help: 'Requests to the API, by response code.',
    labels: ['code', 'host', 'method'],
    stability,
  });
  const durations = metrics.histogram({
    name: 'rest_client_request_duration_seconds',
    help: 'Latency of requests to the API in seconds, until the head of the response.',
    labels: ['host', 'verb'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60],
    stability,
  });
  const observers = keptByLabels((method): CallObserver<TransportResponse> => {
    const duration = durations.series({ host, verb: method });
    const ended = (seconds: number, code: string): void => {
      requests.increment({ code, host, method });
      duration.observe(seconds);
    };
    return {
      succeeded: (seconds, { status }) => ended(seconds, String(status)),
      failed: (seconds) => ended(seconds, '<error>'),
    };
  });
  const now = (): number => clock.monotonic();
  return (transport) => (request) => observedCall(now, observers(request.method), () => transport(request));
}
