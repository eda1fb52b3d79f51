// The parameters that a binding of a policy names: one object, those of a selector, or none.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { labelMap, labelSelectorOf } from '../../../shared/object/label-selector.ts';
import type { Abortable } from '../contract/admission.ts';
import type { ParamKinds, ParamObjects } from '../contract/params.ts';
import type { ParamKind, ParamRef } from './policy.ts';

/**
 * The policy is evaluated once with each of them; null: once, without one. Empty: not at all. Throws Error with a message for
 * clients where the binding cannot be used.
 */
export async function paramsOf(
  paramKind: ParamKind | undefined,
  paramRef: ParamRef | undefined,
  {
    kinds,
    namespace,
    request,
  }: { readonly kinds: ParamKinds; readonly namespace: string; readonly request: Abortable },
): Promise<readonly (ApiObject | null)[]> {
  if (paramKind === undefined || paramRef === undefined) return [null];
  const objects = kinds.find(paramKind.apiVersion, paramKind.kind);
  if (objects === undefined) throw new Error(unknownParamKind(paramKind));
  const params = await chosen(objects, paramRef, namespaceOf(objects, paramRef, namespace), request);
  if (params.length === 0 && paramRef.parameterNotFoundAction === 'Deny') {
    throw new Error('no params found for policy binding with `Deny` parameterNotFoundAction');
  }
  return params;
}

export function unknownParamKind({ apiVersion, kind }: ParamKind): string {
  // Versions of the unnamed group have their slash too.
  const version = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  return `failed to find resource referenced by paramKind: '${version}, Kind=${kind}'`;
}

/** '' for kinds of the cluster. */
function namespaceOf({ namespaced }: ParamObjects, paramRef: ParamRef, ofRequest: string): string {
  const { namespace = '' } = paramRef;
  if (!namespaced) {
    if (namespace === '') return '';
    throw new Error('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  }
  const chosenNamespace = namespace === '' ? ofRequest : namespace;
  if (chosenNamespace !== '') return chosenNamespace;
  throw new Error('cannot use namespaced paramRef in policy binding that matches cluster-scoped resources');
}

async function chosen(
  objects: ParamObjects,
  { name = '', selector }: ParamRef,
  namespace: string,
  request: Abortable,
): Promise<readonly ApiObject[]> {
  if (name !== '') {
    const object = await objects.get(namespace, name, request);
    return object === undefined ? [] : [object];
  }
  const wanted = labelSelectorOf(selector);
  const all = await objects.list(namespace, request);
  return all.filter(({ metadata }) => wanted.matches(labelMap(metadata.labels)));
}
