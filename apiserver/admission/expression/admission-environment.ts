// What expressions of admission may use: the write and its objects, the namespace, parameters, the authorizer, and variables of
// the policy.

import { Environment } from '../../../shared/expression/environment.ts';
import { jsonPatchLibrary } from '../../../shared/expression/library/json-patch.ts';
import { libraryTypes, type LibraryTypes } from '../../../shared/expression/library/named-types.ts';
import {
  listType,
  mapType,
  structType,
  type Type,
  type TypeKind,
  types,
} from '../../../shared/expression/type/type.ts';
import { type MinorVersion, optionsOfVersion } from '../../../shared/expression/versions.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { findPatchType } from './patch-types.ts';

export interface AdmissionNames {
  /** Whether `params` is there. */
  readonly params: boolean;
  /** Types of `object` and `oldObject`; default: not declared. */
  readonly object?: Type;
  /** Type of `params`; default: not declared. */
  readonly paramsType?: Type;
  /** Types of the variables of a policy, as far as they are known; absent: there are none. */
  readonly variables?: ReadonlyMap<string, Type>;
  /** Whether the authorizer is there. Default true. */
  readonly authorizer?: boolean;
  /** Whether the authorizer's question about the resource of the request is there, beside the authorizer. Default true. */
  readonly requestResource?: boolean;
  /** Whether expressions can make what changes objects. Default false. */
  readonly patchTypes?: boolean;
}

/** The name of the authorizer's question about the resource of the request. */
export const requestResourceName = 'authorizer.requestResource';

export interface AdmissionEnvironments {
  readonly named: LibraryTypes;
  /** `version`: what is written may use less than what is stored. */
  environment(version: MinorVersion, names: AdmissionNames): Environment;
}

export function admissionEnvironments(vendor: Vendor): AdmissionEnvironments {
  const maker = vendor.fill('{maker}');
  const named = libraryTypes(maker);
  const request = requestType(maker);
  const namespace = namespaceType(maker);
  const { listLiteralCost } = vendor.behaviour;
  return {
    named,
    environment(version, given) {
      const { params, object = types.dyn, paramsType = types.dyn, variables } = given;
      const { authorizer = true, requestResource = authorizer, patchTypes = false } = given;
      const names = new Map<string, Type>([
        ['object', object],
        ['oldObject', object],
        ['request', request],
        ['namespaceObject', namespace],
      ]);
      if (authorizer) names.set('authorizer', named.Authorizer);
      if (requestResource) names.set(requestResourceName, named.ResourceCheck);
      if (params) names.set('params', paramsType);
      if (variables !== undefined) {
        names.set(
          'variables',
          structType(`${maker}.variables`, (name) => variableType(variables.get(name))),
        );
      }
      const options = optionsOfVersion(version, named);
      return new Environment({
        ...options,
        variables: names,
        listLiteralCost,
        ...(patchTypes ? { findStruct: findPatchType, libraries: [...options.libraries, jsonPatchLibrary] } : {}),
      });
    },
  };
}

const plainKinds: ReadonlySet<TypeKind> = new Set([
  'bool',
  'bytes',
  'double',
  'duration',
  'int',
  'null',
  'string',
  'timestamp',
  'uint',
]);

/** What other expressions know of a variable: of objects, optionals and values of libraries nothing. */
function variableType(type: Type | undefined): Type | undefined {
  if (type === undefined || plainKinds.has(type.kind)) return type;
  const [first, second] = type.parameters.map((parameter) => variableType(parameter) ?? types.dyn);
  if (type.kind === 'list' && first !== undefined) return listType(first);
  if (type.kind === 'map' && first !== undefined && second !== undefined) return mapType(first, second);
  return types.dyn;
}

function record(name: string, fields: Readonly<Record<string, Type>>): Type {
  const known = new Map(Object.entries(fields));
  return structType(name, (field) => known.get(field));
}

const { string, bool, int, timestamp, dyn } = types;
const strings = listType(string);

function requestType(maker: string): Type {
  const kind = record(`${maker}.GroupVersionKind`, { group: string, version: string, kind: string });
  const resource = record(`${maker}.GroupVersionResource`, { group: string, version: string, resource: string });
  const userInfo = record(`${maker}.UserInfo`, {
    username: string,
    uid: string,
    groups: strings,
    extra: mapType(string, strings),
  });
  return record(`${maker}.AdmissionRequest`, {
    kind,
    resource,
    subResource: string,
    requestKind: kind,
    requestResource: resource,
    requestSubResource: string,
    name: string,
    namespace: string,
    operation: string,
    userInfo,
    dryRun: bool,
    options: dyn,
  });
}

function namespaceType(maker: string): Type {
  const texts = mapType(string, string);
  const condition = record(`${maker}.NamespaceCondition`, {
    status: string,
    type: string,
    lastTransitionTime: timestamp,
    message: string,
    reason: string,
  });
  return record(`${maker}.Namespace`, {
    metadata: record(`${maker}.NamespaceMetadata`, {
      name: string,
      generateName: string,
      namespace: string,
      labels: texts,
      annotations: texts,
      UID: string,
      creationTimestamp: timestamp,
      deletionGracePeriodSeconds: int,
      deletionTimestamp: timestamp,
      generation: int,
      resourceVersion: string,
      finalizers: strings,
    }),
    spec: record(`${maker}.NamespaceSpec`, { finalizers: strings }),
    status: record(`${maker}.NamespaceStatus`, { conditions: listType(condition), phase: string }),
  });
}
