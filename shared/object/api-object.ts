// The shape every API object shares: type and metadata. Objects are plain JSON values as they came off the wire; keys a
// client chose (labels, annotations, data) are only ever read with `Object.hasOwn` or through a Map.

/** Any value JSON can hold. `bigint` stands for an integer beyond 2^53 in an int64 field. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

export interface ManagedFieldsEntry {
  manager?: string;
  operation?: 'Apply' | 'Update';
  apiVersion?: string;
  time?: string;
  fieldsType?: 'FieldsV1';
  fieldsV1?: { [key: string]: unknown };
  subresource?: string;
}

/** `ObjectMeta`. Times are RFC 3339 in UTC with whole seconds. */
export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  /** Decimal store revision. Never stored inside the bytes of an object: the server splices it in. */
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
}

/** An API object of any kind. Fields beyond these are the kind's own. */
export interface ApiObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** One element of a group, version and plural resource name. `group` is `''` for the core group. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** The owner that controls the object, of several owners at most one. Undefined: no owner controls the object. */
export function controllerOf({ ownerReferences }: ObjectMeta): OwnerReference | undefined {
  return ownerReferences?.find(({ controller }) => controller === true);
}
