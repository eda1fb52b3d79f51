// The contract of the versions in which a resource is served: a hook may see a write in another version than the client used
// (match policy Equivalent).

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { StructSchema } from '../../../shared/schema/schema.ts';
import type { Abortable, GroupVersionKind, GroupVersionResource } from './admission.ts';

/** A resource in one version, and the kind of its objects, or of its sub-resource. */
export interface VersionedResource {
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly kind: GroupVersionKind;
}

export interface AdmissionVersions {
  /** Grows when answers of `equivalents` may have changed. */
  readonly revision: number;
  /** The other versions, and groups, in which the same objects are served; empty where the resource is not stored. */
  equivalents(resource: GroupVersionResource, subresource: string): readonly VersionedResource[];
  /** A copy of the object in another version. Throws, or rejects with, StatusError. */
  convert(
    object: ApiObject,
    from: VersionedResource,
    to: VersionedResource,
    request: Abortable,
  ): ApiObject | Promise<ApiObject>;
  /**
   * JSON that a hook has made, as an object of the resource: unknown fields are dropped, defaults are set. Throws Error for a
   * value that does not fit, and with `strict` for the first unknown fields of a built-in kind.
   */
  read(value: unknown, as: VersionedResource, strict?: boolean): ApiObject;
  /** What rules objects of a resource, or of its sub-resource; undefined: no schema is known. */
  schema(of: VersionedResource): StructSchema | undefined;
}
