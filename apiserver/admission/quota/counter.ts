// What quotas count of the objects of one resource.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Operation } from '../contract/admission.ts';
import { type Amounts, count } from './amounts.ts';

/** A scope of a quota: which objects it counts. */
export interface ScopeRequirement {
  readonly scopeName: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values?: readonly string[];
}

export interface UsageCounter {
  /** Whether such a write may change what is used. */
  handles(operation: Operation, subresource: string): boolean;
  /** Whether this write does. Absent: any that is handled. */
  concerns?(object: ApiObject, old: ApiObject | undefined): boolean;
  /** Whether an amount of this name counts these objects. */
  counts(name: string): boolean;
  /** What one object uses. */
  usage(object: ApiObject): Amounts;
  /** Whether an object is in a scope. Absent: in none. */
  inScope?(object: ApiObject, scope: ScopeRequirement): boolean;
  /** What an object has to say where these amounts are limited, and does not; undefined: nothing is missing. */
  missing?(object: ApiObject, limited: readonly string[]): string | undefined;
}

/** The name under which any objects are counted: `count/deployments.apps`. */
export function countName(group: string, resource: string): string {
  return group === '' ? `count/${resource}` : `count/${resource}.${group}`;
}

/** Counts objects, and nothing of what they hold. `alias`: a second name for the same. */
export function objectCounter(group: string, resource: string, alias?: string): UsageCounter {
  const names = alias === undefined ? [countName(group, resource)] : [countName(group, resource), alias];
  const usage: Amounts = new Map(names.map((name) => [name, count(1)]));
  return {
    handles: (operation, subresource) => operation === 'CREATE' && subresource === '',
    counts: (name) => usage.has(name),
    usage: () => usage,
  };
}

/** Whether values of an object match a requirement. `own`: what the object has of it; none: it has none. */
export function matchesScope({ operator, values = [] }: ScopeRequirement, own: readonly string[]): boolean {
  if (operator === 'Exists') return own.length > 0;
  if (operator === 'DoesNotExist') return own.length === 0;
  if (own.length === 0) return operator === 'NotIn';
  return own.some((value) => values.includes(value) === (operator === 'In'));
}
