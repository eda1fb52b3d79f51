// The rules of an aggregated cluster role: those of every cluster role that one of its selectors matches, in the order of
// their names, each rule once (RBAC-049, RBAC-050, RBAC-074). Pure.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { labelMap, type LabelSelectorObject, labelSelectorOf } from '../../../shared/object/label-selector.ts';
import type { PolicyRule } from '../../authorization/rbac/role-forms.ts';

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
  const wanted = new Map<string, unknown>();
  for (const source of sources) {
    for (const rule of (source as AggregatedRole).rules ?? []) {
      const key = ruleKey(rule as PolicyRule);
      if (!wanted.has(key)) wanted.set(key, rule);
    }
  }
  const present = (rules ?? []).map((rule) => ruleKey(rule as PolicyRule));
  const same = present.length === wanted.size && [...wanted.keys()].every((key, index) => key === present[index]);
  return same ? undefined : [...wanted.values()];
}

/** Equal for rules that say the same in the same order of lists. */
function ruleKey({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule): string {
  return JSON.stringify([verbs, apiGroups, resources, resourceNames, nonResourceURLs].map((list) => list ?? []));
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
