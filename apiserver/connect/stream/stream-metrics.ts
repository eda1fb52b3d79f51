// Counts the streams that are translated for clients which speak WebSocket.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';

export interface StreamMetrics {
  /** A stream of a container has ended with this HTTP status. */
  translated(code: number): void;
  /** A connection for ports was answered with this HTTP status. */
  tunneled(code: number): void;
}

export function streamMetrics(metrics: Metrics): StreamMetrics {
  const counter = (name: string, help: string) => metrics.counter({ name, help, labels: ['code'], stability: 'ALPHA' });
  const translated = counter(
    'apiserver_stream_translator_requests_total',
    'Streams of containers that were translated between WebSocket and the protocol of nodes, by HTTP status.',
  );
  const tunneled = counter(
    'apiserver_stream_tunnel_requests_total',
    'Connections for port forwarding that were carried over WebSocket, by HTTP status.',
  );
  return {
    translated: (code) => translated.increment({ code }),
    tunneled: (code) => tunneled.increment({ code }),
  };
}
