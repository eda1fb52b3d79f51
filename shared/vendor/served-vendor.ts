// The vendor of a server, derived from the API groups that it serves.

import { vendorIds, vendorOf } from './profile.ts';
import type { VendorId } from './vendor.ts';

/** Groups that every server of this API has, with the vendor's domain in their names. */
const telling = ['authentication.{api}', 'rbac.authorization.{api}', 'coordination.{api}'];

/** Undefined when the groups are those of no vendor, or of several. */
export function servedVendor(groups: readonly string[]): VendorId | undefined {
  const found = vendorIds.filter((id) => telling.some((group) => groups.includes(vendorOf(id).fill(group))));
  return found.length === 1 ? found[0] : undefined;
}
