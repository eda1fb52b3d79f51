// The arithmetic of limit ranges: whether requests and limits lie within an item, and the sentence when they do not. Pure.

import { compareQuantities, formatQuantity, type Quantity } from '../../../../shared/object/quantity.ts';
import { type Amounts, readAmounts } from '../../quota/amounts.ts';
import { togetherAmounts } from '../../quota/pod-resources.ts';
import type { Container, PodSpec, Quantities } from '../../rule/pod-form.ts';

/** One entry of a limit range's `spec.limits`. */
export interface LimitItem {
  /** `Container`, `Pod` or `PersistentVolumeClaim`. */
  readonly type: string;
  readonly max?: Quantities;
  readonly min?: Quantities;
  readonly default?: Quantities;
  readonly defaultRequest?: Quantities;
  readonly maxLimitRequestRatio?: Quantities;
}

interface Usage {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

export function containerViolations(item: LimitItem, container: Container): readonly string[] {
  return violations(item, usageOf(container));
}

/** The pod as a whole: its containers together, but of cpu and memory what it says of itself. */
export function podViolations(item: LimitItem, spec: PodSpec): readonly string[] {
  const of = (side: keyof Usage): Amounts => {
    const total = new Map(togetherAmounts(spec, ({ resources }) => readAmounts(resources?.[side])));
    for (const [name, quantity] of readAmounts(spec.resources?.[side]))
      if (name === 'cpu' || name === 'memory') total.set(name, quantity);
    return total;
  };
  return violations(item, { requests: of('requests'), limits: of('limits') });
}

/** Claims have requests only. */
export function claimViolations(item: LimitItem, requests: Quantities): readonly string[] {
  if (item.type !== 'PersistentVolumeClaim') return [];
  const asked = readAmounts(requests);
  return [
    ...each(item.min, (name, bound) => belowRequest(item.type, name, bound, asked.get(name))),
    ...each(item.max, (name, bound) => {
      const request = asked.get(name);
      const rule = `maximum ${name} usage per ${item.type} is ${formatQuantity(bound)}`;
      if (request === undefined) return `${rule}.  No request is specified`;
      return compareQuantities(request, bound) > 0 ? `${rule}, but request is ${formatQuantity(request)}` : undefined;
    }),
  ];
}

function violations(item: LimitItem, usage: Usage): readonly string[] {
  return [
    ...each(item.min, (name, bound) => {
      const limit = usage.limits.get(name);
      const request = belowRequest(item.type, name, bound, usage.requests.get(name));
      if (request !== undefined || limit === undefined || compareQuantities(limit, bound) >= 0) return request;
      return `minimum ${name} usage per ${item.type} is ${formatQuantity(bound)}, but limit is ${formatQuantity(limit)}`;
    }),
    ...each(item.max, (name, bound) => aboveMaximum(item.type, name, bound, usage)),
    ...each(item.maxLimitRequestRatio, (name, bound) => aboveRatio(item.type, name, bound, usage)),
  ];
}

function belowRequest(type: string, name: string, bound: Quantity, request: Quantity | undefined): string | undefined {
  const rule = `minimum ${name} usage per ${type} is ${formatQuantity(bound)}`;
  if (request === undefined) return `${rule}.  No request is specified`;
  return compareQuantities(request, bound) < 0 ? `${rule}, but request is ${formatQuantity(request)}` : undefined;
}

function aboveMaximum(type: string, name: string, bound: Quantity, usage: Usage): string | undefined {
  const limit = usage.limits.get(name);
  const request = usage.requests.get(name);
  const rule = `maximum ${name} usage per ${type} is ${formatQuantity(bound)}`;
  if (limit === undefined) return `${rule}.  No limit is specified`;
  if (compareQuantities(limit, bound) > 0) return `${rule}, but limit is ${formatQuantity(limit)}`;
  if (request === undefined || compareQuantities(request, bound) <= 0) return undefined;
  return `${rule}, but request is ${formatQuantity(request)}`;
}

function aboveRatio(type: string, name: string, bound: Quantity, usage: Usage): string | undefined {
  const limit = usage.limits.get(name);
  const request = usage.requests.get(name);
  const rule = `${name} max limit to request ratio per ${type} is ${formatQuantity(bound)}`;
  if (request === undefined || request.nano === 0n) return `${rule}, but no request is specified or request is 0`;
  if (limit === undefined || limit.nano === 0n) return `${rule}, but no limit is specified or limit is 0`;
  const ratio = Number(limit.nano) / Number(request.nano);
  return ratio > Number(bound.nano) / 1e9 ? `${rule}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}

function* each(
  bounds: Quantities | undefined,
  check: (name: string, bound: Quantity) => string | undefined,
): IterableIterator<string> {
  for (const [name, bound] of readAmounts(bounds)) {
    const violation = check(name, bound);
    if (violation !== undefined) yield violation;
  }
}

function usageOf(container: Container): Usage {
  const { requests = {}, limits = {} } = container.resources ?? {};
  return { requests: readAmounts(requests), limits: readAmounts(limits) };
}
