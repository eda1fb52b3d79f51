// An object reduced to its metadata.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';

export interface PartialObject {
  readonly kind: 'PartialObjectMetadata';
  readonly apiVersion: string;
  readonly metadata: ApiObject['metadata'];
}

/** `version` of the meta group: `v1` or `v1beta1`. */
export function partialOf(vendor: Vendor, object: Pick<ApiObject, 'metadata'>, version = 'v1'): PartialObject {
  return { kind: 'PartialObjectMetadata', apiVersion: vendor.fill(`meta.{api}/${version}`), metadata: object.metadata };
}
