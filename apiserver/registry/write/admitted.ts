// How a write meets the admission chain: the attributes it is shown, phase by phase (ADM-006, ADM-009).

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { AdmissionAttributes, Operation } from '../../admission/contract/admission.ts';
import type { Resource } from '../contract/resource.ts';
import type { ResourceRequest } from '../contract/resource-handler.ts';

export interface AdmittedWrite {
  readonly request: ResourceRequest;
  /** The resource of the path, which for some sub-resources is not that of the body. */
  readonly resource: Resource;
  readonly operation: Operation;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  readonly object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
  readonly dryRun: boolean;
}

export function admissionAttributes(write: AdmittedWrite): AdmissionAttributes {
  const { request, resource, object, oldObject, operation, subresource, namespace, name, dryRun } = write;
  const shape = subresource === '' ? undefined : resource.subresources.get(subresource);
  return {
    operation,
    user: request.user,
    group: resource.group,
    version: resource.version,
    kind: shape?.kind ?? resource.kind,
    resource: resource.name,
    subresource,
    namespace,
    name,
    object,
    oldObject,
    dryRun,
    namespaceVersion: undefined,
    warn: (text) => request.warn(text),
  };
}
