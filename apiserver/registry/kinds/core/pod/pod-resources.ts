// The requests of a whole pod, and its QoS class. Pure.

import type { Quantity } from '../../../../../shared/object/quantity.ts';
import type { PodSpec, ResourceRequirements } from './spec/pod-spec.ts';
import { parseQuantity } from '../../../../../shared/object/quantity.ts';

type Part = 'limits' | 'requests';
type Amounts = ReadonlyMap<string, Quantity>;
type MutableAmounts = Map<string, Quantity>;

/**
 * The containers together, or one init container with the restartable ones that were started before it, where that is
 * more. Amounts that are no quantities are left out: validation names them.
 */
export function totalOf(spec: PodSpec, part: Part): Amounts {
  const total = sumOf((spec.containers ?? []).map(({ resources }) => amountsIn(resources, part)));
  const lasting: MutableAmounts = new Map();
  const starting: MutableAmounts = new Map();
  for (const { resources, restartPolicy } of spec.initContainers ?? []) {
    const own = amountsIn(resources, part);
    const lasts = restartPolicy === 'Always';
    if (lasts) {
      addTo(total, own);
      addTo(lasting, own);
    }
    // Of what the container does not name, no more is needed than when the one before it was started.
    for (const [name, amount] of own)
      raise(starting, name, lasts ? lasting.get(name) : added(lasting.get(name), amount));
  }
  for (const [name, amount] of starting) raise(total, name, amount);
  return total;
}

/**
 * Guaranteed: every container has limits of cpu and memory, with equal requests. BestEffort: no container requests either.
 * Resources of the pod as a whole count instead of those of its containers.
 */
export function qosClassOf(spec: PodSpec): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const all = spec.resources === undefined ? containers.map(({ resources }) => resources) : [spec.resources];
  const requests = sumOf(all.map((resources) => computeIn(resources, 'requests')));
  const limits = all.map((resources) => computeIn(resources, 'limits'));
  const limit = sumOf(limits);
  if (requests.size === 0 && limit.size === 0) return 'BestEffort';
  const limited = limits.every(({ size }) => size === 2) && requests.size === 2;
  return limited && [...requests].every(([name, { nano }]) => limit.get(name)?.nano === nano)
    ? 'Guaranteed'
    : 'Burstable';
}

/** The amounts of cpu and memory that are more than nothing. */
function computeIn(resources: ResourceRequirements | undefined, part: Part): Amounts {
  const amounts = [...amountsIn(resources, part)];
  return new Map(amounts.filter(([name, { nano }]) => (name === 'cpu' || name === 'memory') && nano > 0n));
}

function amountsIn(resources: ResourceRequirements | undefined, part: Part): Amounts {
  const amounts = new Map<string, Quantity>();
  for (const [name, text] of Object.entries(resources?.[part] ?? {})) {
    const quantity = parseQuantity(text);
    if (quantity !== undefined) amounts.set(name, quantity);
  }
  return amounts;
}

function sumOf(all: readonly Amounts[]): MutableAmounts {
  const result: MutableAmounts = new Map();
  for (const amounts of all) addTo(result, amounts);
  return result;
}

function addTo(total: MutableAmounts, amounts: Amounts): void {
  for (const [name, amount] of amounts) total.set(name, added(total.get(name), amount));
}

function added(before: Quantity | undefined, { nano, family }: Quantity): Quantity {
  return { nano: (before?.nano ?? 0n) + nano, family: before?.family ?? family };
}

function raise(amounts: MutableAmounts, name: string, least: Quantity | undefined): void {
  if (least !== undefined && (amounts.get(name)?.nano ?? -1n) < least.nano) amounts.set(name, least);
}
