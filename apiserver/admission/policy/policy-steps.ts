// The steps of policies of both kinds before their expressions are evaluated: whether they apply to the write, their parameters,
// and the write in their version.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Abortable, AdmissionAttributes } from '../contract/admission.ts';
import type { VersionedResource } from '../contract/versions.ts';
import type { SeenWrite } from '../expression/write-inputs.ts';
import { isNamespaces, requestVersion } from '../rule/resource-rules.ts';
import { withStatus } from '../rule/shown-object.ts';
import { paramsOf, unknownParamKind } from './params.ts';
import type { PolicyBinding, PolicySpec } from './policy.ts';
import { criteriaMatch } from './policy-match.ts';
import type { PolicyTools } from './policy-tools.ts';

/** The version in which the policy sees the write; undefined: it does not. Throws Error where the policy cannot be used. */
export function policyMatch(
  { match, paramKind }: PolicySpec,
  attributes: AdmissionAttributes,
  tools: PolicyTools,
): VersionedResource | undefined {
  const seen = criteriaMatch(match, attributes, tools);
  if (seen === undefined || paramKind === undefined) return seen;
  if (tools.params.find(paramKind.apiVersion, paramKind.kind) !== undefined) return seen;
  throw new Error(unknownParamKind(paramKind));
}

/** The parameters with which the policy is evaluated for a binding; empty: not at all. Rejects where the binding cannot be used. */
export async function bindingParams(
  { paramKind }: PolicySpec,
  { match, paramRef }: PolicyBinding,
  { attributes, request, tools }: PolicyWrite,
): Promise<readonly (ApiObject | null)[]> {
  if (match !== undefined && criteriaMatch(match, attributes, tools) === undefined) return [];
  const namespace = isNamespaces(attributes) ? attributes.name : attributes.namespace;
  return paramsOf(paramKind, paramRef, { kinds: tools.params, namespace, request });
}

export interface PolicyWrite {
  readonly attributes: AdmissionAttributes;
  readonly request: Abortable;
  readonly tools: PolicyTools;
}

/** `object`: the written object, as the policy is shown it. */
export async function seenWrite(
  seen: VersionedResource,
  object: ApiObject | undefined,
  { attributes, request, tools }: PolicyWrite,
): Promise<SeenWrite> {
  const { namespaces, versions } = tools;
  const from = requestVersion(attributes);
  const converted = async (one: ApiObject | undefined): Promise<ApiObject | undefined> =>
    one === undefined || isOwnVersion(seen, attributes) ? one : versions.convert(one, from, seen, request);
  const typed = (one: ApiObject | undefined): ApiObject | undefined =>
    one === undefined ? undefined : withStatus(one, versions.schema(seen));
  const { namespace } = attributes;
  return {
    attributes,
    seen,
    object: typed(await converted(object)),
    oldObject: await converted(attributes.oldObject),
    namespaceObject: namespace === '' || isNamespaces(attributes) ? undefined : namespaces.get('', namespace),
  };
}

/** Whether the policy sees the version of the request. */
export function isOwnVersion({ kind }: VersionedResource, attributes: AdmissionAttributes): boolean {
  const from = requestVersion(attributes);
  return kind.version === from.kind.version && kind.group === from.kind.group;
}

/** Why a policy, or a binding of it, cannot be used: what clients read. */
export function configurationFault(error: unknown, of: 'policy' | 'binding'): string {
  return `failed to configure ${of}: ${error instanceof Error ? error.message : String(error)}`;
}
