// Which requests the rules of a webhook or a policy match, and in which version (match policy).

import type { AdmissionAttributes, GroupVersionResource } from '../contract/admission.ts';
import type { AdmissionTarget } from '../contract/hook.ts';
import type { AdmissionVersions, VersionedResource } from '../contract/versions.ts';

/** As objects have it, valid and with its defaults. */
export interface ResourceRule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  /** `pods`, `pods/status`; a star stands for any resource, or after the slash for any sub-resource. */
  readonly resources?: readonly string[];
  readonly scope?: string;
  /** Of policies; empty: all names. */
  readonly resourceNames?: readonly string[];
}

export type MatchPolicy = 'Exact' | 'Equivalent';

/** Whether a request of this operation and resource may match, whatever its scope and name are. */
export function mayMatch(
  rules: readonly ResourceRule[],
  matchPolicy: MatchPolicy,
  target: AdmissionTarget,
  versions: AdmissionVersions,
): boolean {
  if (rules.some((rule) => ruleMatches(rule, target))) return true;
  if (matchPolicy === 'Exact') return false;
  return versions
    .equivalents(target, target.subresource)
    .some(({ resource }) => rules.some((rule) => ruleMatches(rule, { ...target, ...resource })));
}

/** The version in which the request matches: its own, or else that of the first rule that matches another one. */
export function matchedVersion(
  rules: readonly ResourceRule[],
  matchPolicy: MatchPolicy,
  attributes: AdmissionAttributes,
  versions: AdmissionVersions,
): VersionedResource | undefined {
  const own = requestVersion(attributes);
  const matches = (rule: ResourceRule, resource: GroupVersionResource): boolean =>
    ruleMatches(rule, { ...attributes, ...resource }) &&
    scopeMatches(rule.scope, resource, attributes.namespace) &&
    ((rule.resourceNames ?? []).length === 0 || rule.resourceNames?.includes(attributes.name) === true);
  if (rules.some((rule) => matches(rule, own.resource))) return own;
  if (matchPolicy === 'Exact') return undefined;
  const others = versions.equivalents(own.resource, own.subresource);
  for (const rule of rules) {
    const found = others.find(({ resource }) => matches(rule, resource));
    if (found !== undefined) return found;
  }
  return undefined;
}

export function requestVersion({
  group,
  version,
  resource,
  subresource,
  kind,
}: AdmissionAttributes): VersionedResource {
  return { resource: { group, version, resource }, subresource, kind };
}

function ruleMatches(rule: ResourceRule, target: AdmissionTarget): boolean {
  return (
    oneOf(rule.operations, target.operation) &&
    oneOf(rule.apiGroups, target.group) &&
    oneOf(rule.apiVersions, target.version) &&
    (rule.resources ?? []).some((entry) => resourceMatches(entry, target))
  );
}

function oneOf(values: readonly string[] | undefined, asked: string): boolean {
  return values !== undefined && (values.includes('*') || values.includes(asked));
}

function resourceMatches(entry: string, { resource, subresource }: AdmissionTarget): boolean {
  const slash = entry.indexOf('/');
  const wanted = slash < 0 ? entry : entry.slice(0, slash);
  const wantedSubresource = slash < 0 ? '' : entry.slice(slash + 1);
  return (wanted === '*' || wanted === resource) && (wantedSubresource === '*' || wantedSubresource === subresource);
}

/** Namespaces are of the cluster, though requests for one have its name as their namespace. */
function scopeMatches(scope: string | undefined, resource: GroupVersionResource, namespace: string): boolean {
  if (scope === undefined || scope === '*') return true;
  const namespaced = namespace !== '' && !isNamespaces(resource);
  return scope === 'Namespaced' ? namespaced : scope === 'Cluster' && !namespaced;
}

export function isNamespaces({ group, resource }: Pick<GroupVersionResource, 'group' | 'resource'>): boolean {
  return group === '' && resource === 'namespaces';
}
