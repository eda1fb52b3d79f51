// The zones of nodes as figures, under the names that dashboards know.

import type { Metrics } from '../../../shared/process/metric/metrics.ts';
import type { Zone } from './zone.ts';

/** Called by the node controller; for metrics. */
export interface NodeObserver {
  /** The zones after each look. */
  zones(zones: ReadonlyMap<string, Zone>): void;
  /** The eviction of the pods of a further node of the zone begins. */
  evicting(zone: string): void;
}

export function nodeMetrics(metrics: Metrics): NodeObserver {
  const labels = ['zone'];
  const stability = 'ALPHA';
  const gauge = (name: string, help: string) =>
    metrics.gauge({ name: `node_collector_${name}`, help, labels, stability });
  const size = gauge('zone_size', 'Nodes of the zone.');
  const health = gauge('zone_health', 'Percentage of the nodes of the zone that are ready.');
  const unhealthy = gauge('unhealthy_nodes_in_zone', 'Nodes of the zone that are not ready.');
  const evictions = metrics.counter({
    name: 'node_collector_evictions_total',
    help: 'Nodes whose pods began to be evicted.',
    labels,
    stability,
  });
  const shown = new Set<string>();
  return {
    zones(zones) {
      for (const zone of shown) {
        if (zones.has(zone)) continue;
        for (const one of [size, health, unhealthy]) one.remove({ zone });
        shown.delete(zone);
      }
      for (const [zone, { size: count, notReady }] of zones) {
        shown.add(zone);
        size.set(count, { zone });
        health.set((100 * (count - notReady)) / count, { zone });
        unhealthy.set(notReady, { zone });
      }
    },
    evicting: (zone) => evictions.increment({ zone }),
  };
}
