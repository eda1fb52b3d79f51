// The values that expressions of admission read: of one write, as its callee sees it.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { authorizerValue, requestResourceValue } from '../../../shared/expression/library/authorizer.ts';
import type { LibraryTypes } from '../../../shared/expression/library/named-types.ts';
import { jsonValue } from '../../../shared/expression/schema/json-value.ts';
import type { Value } from '../../../shared/expression/value/value.ts';
import type { AdmissionAttributes } from '../contract/admission.ts';
import type { VersionedResource } from '../contract/versions.ts';
import { admissionRequest } from '../rule/admission-request.ts';
import { requestResourceName } from './admission-environment.ts';
import type { WriteAuthorization } from './authorizing.ts';

export interface SeenWrite {
  readonly attributes: AdmissionAttributes;
  readonly seen: VersionedResource;
  /** In the version that is seen. */
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
  /** Undefined for objects of the cluster, and where it is not looked at. */
  readonly namespaceObject: ApiObject | undefined;
}

/** `params` undefined: the expressions have none. */
export function writeInputs(
  { attributes, seen, object, oldObject, namespaceObject }: SeenWrite,
  { authorize }: WriteAuthorization,
  { vendor, named }: { readonly vendor: Vendor; readonly named: LibraryTypes },
  params?: ApiObject | null,
): Map<string, Value> {
  const { resource, subresource } = seen;
  const { namespace, name } = attributes;
  const parts = {
    group: resource.group,
    resource: resource.resource,
    subresource,
    namespace,
    name,
    fieldSelector: '',
    labelSelector: '',
  };
  const inputs = new Map<string, Value>([
    ['object', jsonValue(object)],
    ['oldObject', jsonValue(oldObject)],
    ['request', jsonValue(admissionRequest(attributes, seen, vendor))],
    ['namespaceObject', jsonValue(namespaceObject === undefined ? null : shownNamespace(namespaceObject))],
    ['authorizer', authorizerValue(named, authorize)],
    [requestResourceName, requestResourceValue(named, authorize, parts)],
  ]);
  if (params !== undefined) inputs.set('params', jsonValue(params));
  return inputs;
}

/** Without the owners of its fields and of itself. */
function shownNamespace({ metadata, ...rest }: ApiObject): object {
  const { managedFields: _managedFields, ownerReferences: _ownerReferences, ...shown } = metadata;
  return { ...rest, metadata: shown };
}
