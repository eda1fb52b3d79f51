// How one RBAC rule matches one request (RBAC-003, RBAC-023 to RBAC-029). Rules only ever allow (RBAC-004). Compiled once
// per role, since the same rule is tested for every request.

import type { Attributes } from '../contract/authorizer.ts';
import type { PolicyRule } from './role-forms.ts';

/** A rule ready to be asked. */
export interface RuleMatcher {
  (attributes: Attributes): boolean;
}

/** Whether a granted path covers a path: equal, `*`, or a trailing `*` that stands for the rest. */
export function pathCovers(granted: string, path: string): boolean {
  if (granted === '*' || granted === path) return true;
  return granted.endsWith('*') && path.startsWith(granted.slice(0, -1));
}

/**
 * Whether a granted resource covers `resource` or `resource/subresource`: equal, `*`, or `* /subresource` (without the
 * space) for that sub-resource of everything.
 */
function resourceCovers(granted: string, resource: string, subresource: string): boolean {
  if (granted === '*') return true;
  if (subresource === '') return granted === resource;
  return granted === `${resource}/${subresource}` || granted === `*/${subresource}`;
}

/** Compiles a rule. A rule without verbs, or without the part the request needs, matches nothing. */
export function compileRule(rule: PolicyRule): RuleMatcher {
  const verbs = new Set(rule.verbs);
  const groups = new Set(rule.apiGroups);
  const resources = rule.resources ?? [];
  const names = new Set(rule.resourceNames);
  const paths = rule.nonResourceURLs ?? [];
  const anyVerb = verbs.has('*');
  const anyGroup = groups.has('*');
  const anyResource = resources.includes('*');
  return (attributes) => {
    if (!anyVerb && !verbs.has(attributes.verb)) return false;
    if (attributes.kind === 'path') return paths.some((path) => pathCovers(path, attributes.path));
    if (!anyGroup && !groups.has(attributes.group)) return false;
    if (names.size > 0 && !names.has(attributes.name)) return false;
    if (anyResource) return true;
    return resources.some((granted) => resourceCovers(granted, attributes.resource, attributes.subresource));
  };
}
