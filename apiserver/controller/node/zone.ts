// The state of a zone, and the eviction rate for it (requirements NLIFE). When many nodes stop sending heartbeats at once, the
// cause is more likely the network, and deleting their pods would make it worse. Pure.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Node } from './node-form.ts';

export interface EvictionLimits {
  /** Nodes per second whose pods are evicted, in each zone; default 0.1. */
  readonly rate: number;
  /** The same while a large zone is partially disrupted; default 0.01. */
  readonly secondaryRate: number;
  /** Share of nodes that are not ready from which on a zone is partially disrupted; default 0.55. */
  readonly unhealthyThreshold: number;
  /** Number of nodes up to which a zone is small: no pod is evicted while a small zone is disrupted; default 50. */
  readonly largeZone: number;
}

export const defaultLimits: EvictionLimits = {
  rate: 0.1,
  secondaryRate: 0.01,
  unhealthyThreshold: 0.55,
  largeZone: 50,
};

export type ZoneState = 'Normal' | 'PartialDisruption' | 'FullDisruption';

export interface Zone {
  readonly state: ZoneState;
  readonly size: number;
  readonly notReady: number;
  /** Nodes per second. */
  readonly rate: number;
}

/** Not ready nodes in a zone that are too few to speak of a disruption. */
const few = 2;

/** The name of the zone of a node: region and zone, each '' when not labelled. */
export function zoneNames(vendor: Vendor): (node: Node) => string {
  const label = (name: string): readonly string[] => [
    vendor.fill(`topology.{label}/${name}`),
    vendor.fill(`failure-domain.beta.{label}/${name}`),
  ];
  const [regions, zones] = [label('region'), label('zone')];
  return ({ metadata: { labels = {} } }) => {
    const valueOf = (names: readonly string[]): string => names.map((name) => labels[name]).find(Boolean) ?? '';
    return `${valueOf(regions)}:${valueOf(zones)}`;
  };
}

/** The zones of these nodes, by name. */
export function zonesOf(
  nodes: Iterable<{ readonly zone: string; readonly isReady: boolean }>,
  limits: EvictionLimits,
): ReadonlyMap<string, Zone> {
  const counts = new Map<string, { ready: number; notReady: number }>();
  for (const { zone, isReady } of nodes) {
    const count = counts.get(zone) ?? { ready: 0, notReady: 0 };
    if (isReady) count.ready += 1;
    else count.notReady += 1;
    counts.set(zone, count);
  }
  const zones = [...counts].map(([name, { ready, notReady }]) => [name, zoneOf(ready, notReady, limits)] as const);
  // When every zone is down, the controller itself may be disconnected: no pod is evicted.
  const allDown = zones.every(([, { state }]) => state === 'FullDisruption');
  return new Map(allDown ? zones.map(([name, zone]) => [name, { ...zone, rate: 0 }]) : zones);
}

/** Whether all there is is down. */
export function isAllDown(zones: ReadonlyMap<string, Zone>): boolean {
  return zones.size > 0 && [...zones.values()].every(({ state }) => state === 'FullDisruption');
}

function zoneOf(ready: number, notReady: number, limits: EvictionLimits): Zone {
  const size = ready + notReady;
  if (ready === 0) return { state: 'FullDisruption', size, notReady, rate: limits.rate };
  if (notReady <= few || notReady / size < limits.unhealthyThreshold)
    return { state: 'Normal', size, notReady, rate: limits.rate };
  return { state: 'PartialDisruption', size, notReady, rate: size > limits.largeZone ? limits.secondaryRate : 0 };
}
