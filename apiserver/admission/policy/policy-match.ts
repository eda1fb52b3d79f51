// Whether a policy, or a binding of it, is for a request, and in which version it sees it.

import type { Lister } from '../../../shared/object/lister.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import type { AdmissionAttributes } from '../contract/admission.ts';
import type { AdmissionVersions, VersionedResource } from '../contract/versions.ts';
import { matchedVersion, requestVersion } from '../rule/resource-rules.ts';
import { namespaceMatches, objectMatches } from '../rule/selectors.ts';
import type { MatchCriteria } from './policy.ts';

export interface MatchSurroundings {
  readonly namespaces: Lister;
  readonly versions: AdmissionVersions;
}

/** Throws StatusError where it is for the request as far as rules say, and its namespace is not there. */
export function criteriaMatch(
  criteria: MatchCriteria,
  attributes: AdmissionAttributes,
  { namespaces, versions }: MatchSurroundings,
): VersionedResource | undefined {
  const { rules, excluded, matchPolicy } = criteria;
  const inNamespace = namespaceMatches(criteria.namespaceSelector, attributes, namespaces);
  if (inNamespace === false || !objectMatches(criteria.objectSelector, attributes)) return undefined;
  if (matchedVersion(excluded, matchPolicy, attributes, versions) !== undefined) return undefined;
  const seen =
    rules.length === 0 ? requestVersion(attributes) : matchedVersion(rules, matchPolicy, attributes, versions);
  if (seen !== undefined && inNamespace instanceof StatusError) throw inNamespace;
  return seen;
}
