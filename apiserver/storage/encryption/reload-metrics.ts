// Metrics of the encryption configuration, by the names that dashboards have.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';

export interface ReloadMetrics {
  /** An attempt to use a changed file. */
  reloaded(status: 'success' | 'failure'): void;
  /** The hash of the file that is in use. */
  loaded(hash: string): void;
}

export interface ReloadMetricsOptions {
  readonly metrics: Metrics;
  readonly clock: { now(): number };
}

export function reloadMetrics({ metrics, clock }: ReloadMetricsOptions): ReloadMetrics {
  const named = (name: string) => `apiserver_encryption_config_controller_${name}`;
  const labels = ['status', 'apiserver_id_hash'];
  const reloads = metrics.counter({
    name: named('automatic_reloads_total'),
    help: 'Attempts to use a changed encryption configuration, by outcome.',
    labels,
    stability: 'ALPHA',
  });
  const last = metrics.gauge({
    name: named('automatic_reload_last_timestamp_seconds'),
    help: 'When a changed encryption configuration was used or refused last.',
    labels,
    stability: 'ALPHA',
  });
  const info = metrics.gauge({
    name: named('last_config_info'),
    help: 'The hash of the encryption configuration that is in use.',
    labels: ['apiserver_id_hash', 'hash'],
    stability: 'ALPHA',
  });
  let shown: string | undefined;
  info.readOnScrape(() => (shown === undefined ? [] : [{ value: 1, labels: { apiserver_id_hash: '', hash: shown } }]));
  return {
    reloaded(status) {
      reloads.increment({ status, apiserver_id_hash: '' });
      last.set(clock.now() / 1000, { status, apiserver_id_hash: '' });
    },
    loaded(hash) {
      shown = hash;
    },
  };
}
