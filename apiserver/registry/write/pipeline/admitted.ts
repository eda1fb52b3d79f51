// How a write meets the admission chain: the attributes it is shown, phase by phase (ADM-006, ADM-009).

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import { annotationKeyFault } from '../../../admission/rule/annotation-key.ts';
import type {
  AdmissionAttributes,
  CarriedField,
  DeleteOperationOptions,
  GroupVersionKind,
  Operation,
  OperationOptions,
} from '../../../admission/contract/admission.ts';
import type { RegistryDependencies } from '../../context/registry-dependencies.ts';
import type { DeleteOptions } from '../../context/delete-options.ts';
import type { Resource } from '../../contract/resource.ts';
import type { WriteSteps } from '../contract/write-operation.ts';
import type { ResourceRequest } from '../../contract/resource-handler.ts';

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
  readonly carriedOver?: readonly CarriedField[];
  readonly dryRun: boolean;
  /** Of a DELETE. Other writes have theirs in the query of the request. */
  readonly deleteOptions?: DeleteOptions;
}

/** Both phases for a connection, which writes nothing. */
export async function admitConnection(
  parts: Pick<RegistryDependencies, 'admission'>,
  connection: Pick<AdmittedWrite, 'request' | 'resource' | 'subresource' | 'namespace' | 'name' | 'object'>,
): Promise<void> {
  const attributes = admissionAttributes({
    ...connection,
    operation: 'CONNECT',
    oldObject: undefined,
    dryRun: false,
  });
  const mutating = parts.admission.mutate(attributes, connection.request);
  if (mutating !== undefined) await mutating;
  const validating = parts.admission.validate(attributes, connection.request);
  if (validating !== undefined) await validating;
}

/** The object as admission is shown it. */
export function shownObject({ admitted }: Pick<WriteSteps<undefined>, 'admitted'>, object: ApiObject): ApiObject {
  return admitted === undefined ? object : admitted.of(object);
}

export function admissionAttributes(write: AdmittedWrite): AdmissionAttributes {
  const { request, resource, object, oldObject, operation, subresource, namespace, name, dryRun } = write;
  const shape = subresource === '' ? undefined : resource.subresources.get(subresource);
  const kind: GroupVersionKind = shape ?? resource;
  let annotations: Map<string, string> | undefined;
  return {
    operation,
    user: request.user,
    group: resource.group,
    version: resource.version,
    resource: resource.name,
    subresource,
    kind,
    requestResource: { group: resource.group, version: resource.version, resource: resource.name },
    requestKind: kind,
    namespace,
    name,
    requestName: request.name,
    object,
    oldObject,
    ...(write.carriedOver === undefined ? {} : { carriedOver: write.carriedOver }),
    dryRun,
    options: () => optionsOf(write),
    namespaceVersion: undefined,
    reinvocation: undefined,
    warn: (text) => request.warn(text),
    addAnnotation(key, value, level) {
      const fault = annotationKeyFault(key);
      if (fault !== undefined) return fault;
      const before = annotations?.get(key);
      if (before !== undefined && before !== value) return `annotation ${key} has another value already`;
      (annotations ??= new Map()).set(key, value);
      request.annotate(key, value, level);
      return undefined;
    },
  };
}

function optionsOf({ operation, request, dryRun, deleteOptions }: AdmittedWrite): OperationOptions | undefined {
  if (operation === 'CONNECT') return undefined;
  const common = dryRun ? { dryRun: ['All'] as const } : {};
  if (operation === 'DELETE') return { kind: 'DeleteOptions', ...common, ...deleteOptionsOf(deleteOptions) };
  const text = (name: 'fieldManager' | 'fieldValidation'): Partial<Record<typeof name, string>> => {
    const value = request.query.get(name) ?? '';
    return value === '' ? {} : { [name]: value };
  };
  const kind = operation === 'CREATE' ? 'CreateOptions' : 'UpdateOptions';
  return { kind, ...common, ...text('fieldManager'), ...text('fieldValidation') };
}

/** As the client gave them: a policy that the server chose is not among them. */
function deleteOptionsOf(options: DeleteOptions | undefined): Omit<DeleteOperationOptions, 'kind'> {
  if (options === undefined) return {};
  const { gracePeriodSeconds, preconditions, orphanDependents, propagation } = options;
  return {
    ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
    ...(preconditions.uid === undefined && preconditions.resourceVersion === undefined ? {} : { preconditions }),
    ...(orphanDependents === undefined ? {} : { orphanDependents }),
    ...(propagation === undefined || orphanDependents !== undefined ? {} : { propagationPolicy: propagation }),
  };
}
