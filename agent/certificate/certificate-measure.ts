// What operators see of a certificate of the agent: when it ends, and how its renewals went.

import type { Metrics } from '../../shared/process/metrics.ts';

export interface CertificateMeasure {
  count(outcome: 'renewed' | 'failed'): void;
  /** `notAfter` in milliseconds since the epoch. */
  inUse(certificate: { readonly notAfter: number }): void;
}

/** May be made for both certificates of one agent. */
export function certificateMeasure(metrics: Metrics, certificate: 'client' | 'serving'): CertificateMeasure {
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
  return {
    count: (outcome) => renewals.increment({ certificate, outcome }),
    inUse: ({ notAfter }) => end.set(notAfter / 1000, { certificate }),
  };
}
