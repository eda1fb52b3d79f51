// What a node has and what pods may use of it (requirements NSTAT): capacity from the host, allocatable after reservations and
// eviction thresholds. Pure; all sums are exact.

import { formatQuantity, parseQuantity, type Quantity, quantityOf } from '../../shared/object/quantity.ts';
import { keptFree, type Threshold } from '../host/eviction-threshold.ts';
import type { HostFacts } from '../host/host-facts.ts';

export interface ResourceSettings {
  readonly maximumPods: number;
  /** Pods per core; 0: no such limit. */
  readonly podsPerCore: number;
  /** Resources reserved from pods, by name, as quantities. */
  readonly systemReserved: Readonly<Record<string, string>>;
  readonly agentReserved: Readonly<Record<string, string>>;
  readonly evictionHard: readonly Threshold[];
}

export interface NodeResources {
  readonly capacity: Readonly<Record<string, string>>;
  readonly allocatable: Readonly<Record<string, string>>;
}

export function nodeResources(facts: HostFacts, diskBytes: number, settings: ResourceSettings): NodeResources {
  const capacity = capacityOf(facts, diskBytes, settings);
  const hugeBytes = facts.hugePages.reduce((sum, { pageSize, pages }) => sum + BigInt(pageSize) * BigInt(pages), 0n);
  const allocatable = new Map<string, Quantity>();
  for (const [name, total] of capacity) {
    let nano = total.nano - reserved(settings.agentReserved, name) - reserved(settings.systemReserved, name);
    if (name === 'memory') nano -= quantityOf(hugeBytes).nano;
    nano -= quantityOf(keptFromPods(name, facts, diskBytes, settings.evictionHard)).nano;
    // Storage that pods may use is written in plain bytes.
    const family = name === 'ephemeral-storage' ? 'decimal' : total.family;
    allocatable.set(name, { nano: nano > 0n ? nano : 0n, family });
  }
  return { capacity: textOf(capacity), allocatable: textOf(allocatable) };
}

function capacityOf(facts: HostFacts, diskBytes: number, settings: ResourceSettings): ReadonlyMap<string, Quantity> {
  const perCore = settings.podsPerCore > 0 ? settings.podsPerCore * facts.cpuCores : Number.POSITIVE_INFINITY;
  return new Map<string, Quantity>([
    ['cpu', quantityOf(facts.cpuCores)],
    ['ephemeral-storage', quantityOf(diskBytes, 'binary')],
    ...facts.hugePages.map(
      ({ pageSize, pages }) =>
        [
          `hugepages-${formatQuantity(quantityOf(pageSize, 'binary'))}`,
          quantityOf(BigInt(pageSize) * BigInt(pages), 'binary'),
        ] as const,
    ),
    ['memory', quantityOf(facts.memoryBytes, 'binary')],
    ['pods', quantityOf(Math.min(settings.maximumPods, perCore))],
  ]);
}

function keptFromPods(name: string, facts: HostFacts, diskBytes: number, thresholds: readonly Threshold[]): number {
  const signal = name === 'memory' ? 'memory.available' : name === 'ephemeral-storage' ? 'nodefs.available' : undefined;
  const threshold = thresholds.find((one) => one.signal === signal);
  return threshold === undefined ? 0 : keptFree(threshold, name === 'memory' ? facts.memoryBytes : diskBytes);
}

function reserved(table: Readonly<Record<string, string>>, name: string): bigint {
  return Object.hasOwn(table, name) ? (parseQuantity(table[name] ?? '')?.nano ?? 0n) : 0n;
}

function textOf(quantities: ReadonlyMap<string, Quantity>): Record<string, string> {
  return Object.fromEntries([...quantities].map(([name, quantity]) => [name, formatQuantity(quantity)]));
}
