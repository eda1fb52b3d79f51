// What happens to connections before and beside their requests, counted for the metrics of the listener.

import type { Metrics } from '../../../../shared/process/metric/metrics.ts';

/** Why the server ended a connection. */
export type ClosingReason = 'frames' | 'handshakes' | 'resets' | 'silent';

export class ConnectionMetrics {
  /** Connections that are open, their handshake finished. */
  open = 0;
  /** Connections whose handshake waits for its turn. */
  handshakesWaiting = 0;
  readonly ended: Record<ClosingReason, number> = { frames: 0, handshakes: 0, resets: 0, silent: 0 };
}

export function recordConnections(metrics: Metrics, figures: ConnectionMetrics): void {
  metrics
    .gauge({ name: 'apiserver_open_connections', help: 'Connections that are open.', stability: 'ALPHA' })
    .readOnScrape(() => [{ value: figures.open }]);
  metrics
    .gauge({
      name: 'apiserver_waiting_handshakes',
      help: 'Connections whose TLS handshake waits for its turn.',
      stability: 'ALPHA',
    })
    .readOnScrape(() => [{ value: figures.handshakesWaiting }]);
  metrics
    .counter({
      name: 'apiserver_ended_connections_total',
      help: 'Connections that the server closed because of a limit, by limit.',
      labels: ['limit'],
      stability: 'ALPHA',
    })
    .readOnScrape(() => Object.entries(figures.ended).map(([limit, value]) => ({ value, labels: { limit } })));
}
