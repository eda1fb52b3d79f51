// Metrics of all calls that the server makes to programs of its users.

import type { Metrics } from '../../shared/process/metric/metrics.ts';
import type { OutboundFault } from './contract/outbound.ts';

/** `succeeded` for an answer, `aborted` when the caller has ended the call. */
export type OutboundOutcome = OutboundFault | 'succeeded' | 'aborted';

export interface OutboundMetrics {
  began(purpose: string): void;
  ended(purpose: string, outcome: OutboundOutcome, seconds: number): void;
}

export function outboundMetrics(metrics: Metrics): OutboundMetrics {
  const durations = metrics.histogram({
    name: 'apiserver_outbound_call_duration_seconds',
    help: 'Time that calls to webhooks took, by purpose and outcome.',
    labels: ['purpose', 'outcome'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 30],
    stability: 'ALPHA',
  });
  const running = metrics.gauge({
    name: 'apiserver_outbound_calls_in_flight',
    help: 'Calls to webhooks that have no answer yet, by purpose.',
    labels: ['purpose'],
    stability: 'ALPHA',
  });
  return {
    began: (purpose) => running.add(1, { purpose }),
    ended(purpose, outcome, seconds) {
      running.add(-1, { purpose });
      durations.observe(seconds, { purpose, outcome });
    },
  };
}
