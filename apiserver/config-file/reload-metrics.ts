// Metrics of a configuration file that is followed, by the names that dashboards have.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Metrics } from '../../shared/process/metric/metrics.ts';

export interface ReloadMetrics {
  /** An attempt to use a changed file. */
  reloaded(status: 'success' | 'failure'): void;
  /** The hash of the file that is in use. */
  loaded(hash: string): void;
}

/** Whose files are followed, and how far the metrics of their reloads may still change. */
const subjects = { authorization: 'BETA', authentication: 'BETA', encryption: 'ALPHA' } as const;

export function reloadMetrics(
  metrics: Metrics,
  clock: Pick<Clock, 'now'>,
  subject: keyof typeof subjects,
): ReloadMetrics {
  const named = (name: string): string => `apiserver_${subject}_config_controller_${name}`;
  const labels = ['status', 'apiserver_id_hash'];
  const reloads = metrics.counter({
    name: named('automatic_reloads_total'),
    help: `Attempts to use a changed ${subject} configuration, by outcome.`,
    labels,
    stability: subjects[subject],
  });
  const last = metrics.gauge({
    name: named('automatic_reload_last_timestamp_seconds'),
    help: `When a changed ${subject} configuration was used or refused last.`,
    labels,
    stability: subjects[subject],
  });
  const info = metrics.gauge({
    name: named('last_config_info'),
    help: `The hash of the ${subject} configuration that is in use.`,
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
