// Which storage class a claim to a volume names: an older annotation counts before the field.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';

/** '' is none. */
export function claimClassOf(vendor: Vendor): (claim: ApiObject) => string {
  const annotation = vendor.fill('volume.beta.{label}/storage-class');
  return ({ metadata, spec }: ApiObject & { readonly spec?: { readonly storageClassName?: string | null } }) =>
    metadata.annotations?.[annotation] ?? spec?.storageClassName ?? '';
}
