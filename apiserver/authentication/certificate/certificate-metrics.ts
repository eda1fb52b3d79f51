// How long the certificates that clients show are still valid.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';

const hour = 3600;
const day = 24 * hour;
const buckets = [
  0,
  hour / 2,
  hour,
  2 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  4 * day,
  7 * day,
  30 * day,
  90 * day,
  180 * day,
  360 * day,
];

/** Takes the seconds that are left of a certificate by which a request was authenticated. */
export function remainingLifetimes(metrics: Metrics): (seconds: number) => void {
  const histogram = metrics.histogram({
    name: 'apiserver_client_certificate_expiration_seconds',
    help: 'How long the certificate that a request was authenticated by was still valid.',
    buckets,
    stability: 'ALPHA',
  });
  const series = histogram.series({});
  return (seconds) => series.observe(seconds);
}
