// The rules of an aggregated cluster role: those of every cluster role that one of its selectors matches, in the order of
// their names, each rule once (RBAC-049, RBAC-050, RBAC-074). Pure.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { labelMap, type LabelSelectorObject, labelSelectorOf } from '../../../shared/object/label-selector.ts';

export interface AggregatedRole extends ApiObject {
  readonly rules?: readonly unknown[] | null;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelectorObject[] };
}

/** The rules the role should have; undefined when it is not aggregated, or has them already. */
export function aggregatedRules(role: ApiObject, all: readonly ApiObject[]): readonly unknown[] | undefined {
  const { aggregationRule, rules } = role as AggregatedRole;
  if (aggregationRule === undefined) return undefined;
  const selectors = (aggregationRule.clusterRoleSelectors ?? []).map((selector) => labelSelectorOf(selector));
  const sources = all
    .filter((other) => other.metadata.name !== role.metadata.name)
    .filter((other) => selectors.some((selector) => selector.matches(labelMap(other.metadata.labels))))
    .sort((one, other) => ((one.metadata.name ?? '') < (other.metadata.name ?? '') ? -1 : 1));
  const wanted: unknown[] = [];
  for (const source of sources) {
    for (const rule of (source as AggregatedRole).rules ?? []) {
      if (!wanted.some((known) => isDeepStrictEqual(known, rule))) wanted.push(rule);
    }
  }
  return isDeepStrictEqual(wanted, rules ?? []) ? undefined : wanted;
}

/** Fills aggregated roles that collect from each other too: repeats until nothing changes. Answers new objects. */
export function fillAggregatedRoles<T extends ApiObject>(roles: readonly T[]): readonly T[] {
  let current = [...roles];
  // Every round settles at least one further role of a chain.
  for (let round = 0; round <= roles.length; round += 1) {
    let changed = false;
    current = current.map((role) => {
      const rules = aggregatedRules(role, current);
      if (rules === undefined) return role;
      changed = true;
      return { ...role, rules };
    });
    if (!changed) break;
  }
  return current;
}
