// The results of health checks as metrics: the last result of each, and the counts by result.

import type { Metrics } from './metrics.ts';
import type { Vendor } from '../../vendor/vendor.ts';

/** Called with each check that an endpoint ran. */
export type NoteHealth = (endpoint: string, check: string, holds: boolean) => void;

/** In all of these metrics: the page of everything, and the small one of health alone. */
export function healthMetrics(pages: readonly Metrics[], vendor: Vendor): NoteHealth {
  const families = pages.map((metrics) => ({
    last: metrics.gauge({
      name: vendor.fill('{maker}_healthcheck'),
      help: 'The last outcome of a health check: 1 for success, 0 for failure.',
      labels: ['name', 'type'],
      stability: 'STABLE',
    }),
    total: metrics.counter({
      name: vendor.fill('{maker}_healthchecks_total'),
      help: 'Health checks that ran, by outcome.',
      labels: ['name', 'type', 'status'],
      stability: 'STABLE',
    }),
  }));
  return (type, name, holds) => {
    for (const { last, total } of families) {
      last.set(holds ? 1 : 0, { name, type });
      total.increment({ name, type, status: holds ? 'success' : 'error' });
    }
  };
}
