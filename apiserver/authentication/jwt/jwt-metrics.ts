// Metrics of JWT authenticators, by the names that dashboards have.

import { createHash } from 'node:crypto';
import type { Metrics } from '../../../shared/process/metric/metrics.ts';

export interface JwtMetrics {
  /** A token of this issuer was judged, not found in a cache. */
  judged(issuer: string, result: 'success' | 'failure', seconds: number): void;
}

const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function jwtMetrics(metrics: Metrics): JwtMetrics {
  const latency = metrics.histogram({
    name: 'apiserver_authentication_jwt_authenticator_latency_seconds',
    help: 'How long it took to judge tokens of identity providers that were not kept, by outcome and issuer.',
    labels: ['result', 'jwt_issuer_hash'],
    buckets,
    stability: 'ALPHA',
  });
  const hashes = new Map<string, string>();
  return {
    judged(issuer, result, seconds) {
      let hash = hashes.get(issuer);
      if (hash === undefined) {
        hash = `sha256:${createHash('sha256').update(issuer).digest('hex')}`;
        hashes.set(issuer, hash);
      }
      latency.observe(seconds, { result, jwt_issuer_hash: hash });
    },
  };
}
