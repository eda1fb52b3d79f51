// What a pod asks for as a whole, and the class of service that follows from it. Pure.

import type { Quantity } from '../../../shared/object/quantity.ts';
import type { PodSpec, ResourceRequirements } from './pod-spec.ts';
import { parseQuantity } from '../../../shared/object/quantity.ts';

type Part = 'limits' | 'requests';
type Amounts = ReadonlyMap<string, Quantity>;

/**
 * The containers together, or one init container with the restartable ones that were started before it, where that is
 * more. Amounts that are no quantities are left out: validation names them.
 */
export function totalOf(spec: PodSpec, part: Part): Amounts {
  let total: Amounts = new Map();
  for (const { resources } of spec.containers ?? []) total = sum(total, amountsIn(resources, part));
  let lasting: Amounts = new Map();
  let starting: Amounts = new Map();
  for (const { resources, restartPolicy } of spec.initContainers ?? []) {
    const own = amountsIn(resources, part);
    const together = sum(lasting, own);
    if (restartPolicy === 'Always') {
      total = sum(total, own);
      lasting = together;
    }
    starting = larger(starting, together);
  }
  return larger(total, starting);
}

/**
 * Guaranteed: cpu and memory are limited everywhere, and asked for as much; BestEffort: neither is asked for anywhere.
 * Resources of the pod as a whole count instead of those of its containers.
 */
export function qosClassOf(spec: PodSpec): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const all = spec.resources === undefined ? containers.map(({ resources }) => resources) : [spec.resources];
  const requests = all.map((resources) => computeIn(resources, 'requests')).reduce(sum, new Map());
  const limits = all.map((resources) => computeIn(resources, 'limits'));
  const limit = limits.reduce(sum, new Map());
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

function sum(left: Amounts, right: Amounts): Amounts {
  const result = new Map(left);
  for (const [name, { nano, family }] of right) {
    const before = result.get(name);
    result.set(name, { nano: (before?.nano ?? 0n) + nano, family: before?.family ?? family });
  }
  return result;
}

function larger(left: Amounts, right: Amounts): Amounts {
  const result = new Map(left);
  for (const [name, quantity] of right) {
    if ((result.get(name)?.nano ?? -1n) < quantity.nano) result.set(name, quantity);
  }
  return result;
}
