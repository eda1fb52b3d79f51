// Metrics of a certificate of the agent: its expiry, and the outcomes of its renewals.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';

export interface CertificateMeasure {
  count(outcome: 'renewed' | 'failed'): void;
  /** `notAfter` in milliseconds since the epoch. */
  inUse(certificate: { readonly notAfter: number }): void;
}

/** As alerts on node agents know the failures and the rest of the life of each. */
const knownNames = {
  client: {
    failures: 'kubelet_certificate_manager_client_expiration_renew_errors',
    rest: 'kubelet_certificate_manager_client_ttl_seconds',
  },
  serving: {
    failures: 'kubelet_server_expiration_renew_errors',
    rest: 'kubelet_certificate_manager_server_ttl_seconds',
  },
} as const;

/** May be made for both certificates of one agent. */
export function certificateMeasure(
  metrics: Metrics,
  certificate: 'client' | 'serving',
  clock: Pick<Clock, 'now'>,
): CertificateMeasure {
  const renewals = metrics.counter({
    name: 'node_certificate_renewals_total',
    help: 'Attempts to get a new certificate, by certificate and outcome.',
    labels: ['certificate', 'outcome'],
    stability: 'ALPHA',
  });
  const end = metrics.gauge({
    name: 'node_certificate_end_seconds',
    help: 'Time at which the certificate in use ends, in seconds since the epoch.',
    labels: ['certificate'],
    stability: 'ALPHA',
  });
  const { failures: failuresName, rest: restName } = knownNames[certificate];
  const failures = metrics.counter({
    name: failuresName,
    help: `Attempts to get a new ${certificate} certificate that failed.`,
    stability: 'ALPHA',
  });
  const rest = metrics.gauge({
    name: restName,
    help: `Seconds until the ${certificate} certificate in use ends, negative afterwards; infinite without one.`,
    stability: 'ALPHA',
  });
  let ends = Number.POSITIVE_INFINITY;
  rest.readOnScrape(() => [{ value: Math.trunc((ends - clock.now()) / 1000) }]);
  return {
    count: (outcome) => {
      renewals.increment({ certificate, outcome });
      if (outcome === 'failed') failures.increment();
    },
    inUse: ({ notAfter }) => {
      ends = notAfter;
      end.set(notAfter / 1000, { certificate });
    },
  };
}
