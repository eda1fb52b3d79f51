// Resource quotas as those who count by them read them.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { WrittenAmounts } from './amounts.ts';
import type { ScopeRequirement, UsageCounter } from './counter.ts';

export interface ResourceQuota extends ApiObject {
  readonly spec?: {
    readonly hard?: WrittenAmounts;
    readonly scopes?: readonly string[];
    readonly scopeSelector?: { readonly matchExpressions?: readonly ScopeRequirement[] };
  };
  readonly status?: { readonly hard?: WrittenAmounts; readonly used?: WrittenAmounts };
}

/** The scopes of a quota. It counts only objects that match all of them. */
export function scopesOf({ spec = {} }: ResourceQuota): readonly ScopeRequirement[] {
  return [
    ...(spec.scopes ?? []).map((scopeName) => ({ scopeName, operator: 'Exists' as const })),
    ...(spec.scopeSelector?.matchExpressions ?? []),
  ];
}

export function matchingScopes(
  counter: UsageCounter,
  object: ApiObject,
  scopes: readonly ScopeRequirement[],
): readonly ScopeRequirement[] {
  return scopes.filter((scope) => counter.inScope?.(object, scope) === true);
}

export function isInScopes(counter: UsageCounter, object: ApiObject, quota: ResourceQuota): boolean {
  return scopesOf(quota).every((scope) => counter.inScope?.(object, scope) === true);
}
