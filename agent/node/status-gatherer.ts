// Gathers what the node status is made of at one moment: current measurements of the host, the runtime as last seen, addresses.
// Remembers only when each pressure was last seen, and since when each threshold is crossed.

import type { Clock } from '../../shared/process/time/clock.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { RuntimeView } from '../cri/runtime-monitor.ts';
import {
  type CrossedSince,
  nextCrossedSince,
  type PressureMemory,
  pressuresHeld,
  pressuresOf,
  type WatchedThreshold,
} from '../host/eviction-threshold.ts';
import type { HostFacts } from '../host/host-facts.ts';
import { type HostMetrics, readHostMetrics } from '../host/host-metrics.ts';
import type { NodeAddress, NodeStatus } from './node.ts';
import type { RuntimeHealth } from './node-conditions.ts';
import type { NodeResources, ResourceSettings } from './node-resources.ts';
import { nextNodeStatus } from './node-status.ts';

export interface StatusGathererOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly facts: HostFacts;
  /** The addresses as of now, from those that the server has. */
  readonly addresses: (before: readonly NodeAddress[]) => Promise<readonly NodeAddress[]>;
  readonly rootDirectory: string;
  readonly runtime: () => RuntimeView;
  /** Why the node is not ready beside what is measured. */
  readonly faults: () => readonly string[];
  readonly resources: ResourceSettings;
  /** The resources of device plug-ins. */
  readonly devices: () => NodeResources;
  readonly thresholds: readonly WatchedThreshold[];
  readonly maximumImages: number;
  /** Milliseconds for which a pressure is reported after it was last seen. */
  readonly transitionPeriod: number;
  /** The port of the node's API. */
  readonly port: number;
  readonly agentVersion: string;
  /** Replaced by tests. */
  readonly readFigures?: typeof readHostMetrics;
}

/** Returns a function from the status at the server to the next one. It rejects when the host cannot be read. */
export function statusGatherer(options: StatusGathererOptions): (before: NodeStatus) => Promise<NodeStatus> {
  const { vendor, clock, facts, resources, rootDirectory, readFigures = readHostMetrics } = options;
  let memory: PressureMemory = new Map();
  let since: CrossedSince = new Map();

  function pressuresNow(figures: HostMetrics): PressureMemory {
    const now = clock.monotonic();
    since = nextCrossedSince(since, options.thresholds, figures, now);
    memory = pressuresHeld(memory, pressuresOf(since, now), now, options.transitionPeriod);
    return memory;
  }

  return async (before) => {
    const runtime = options.runtime();
    const { imageMountpoint, containerMountpoint } = runtime;
    const figures = await readFigures({ rootDirectory, imageMountpoint, containerMountpoint });
    return nextNodeStatus({
      before,
      facts,
      diskBytes: figures.nodeDisk.total,
      resources,
      devices: options.devices(),
      pressures: new Set(pressuresNow(figures).keys()),
      runtime: healthOf(runtime),
      faults: options.faults(),
      runtimeVersion: runtime.version,
      runtimeHandlers: runtime.status?.handlers ?? [],
      supplementalGroupsPolicy: runtime.status?.supplementalGroupsPolicy,
      images: runtime.images,
      maximumImages: options.maximumImages,
      addresses: await options.addresses(before.addresses ?? []),
      reportsNetwork: vendor.behaviour.networkCondition === 'agent',
      port: options.port,
      agentVersion: options.agentVersion,
      now: clock.now(),
    });
  };
}

function healthOf({ state, status }: RuntimeView): RuntimeHealth {
  if (state !== 'answers') return { state };
  return { state, conditions: status?.conditions ?? [] };
}
