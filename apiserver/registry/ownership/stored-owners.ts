// The owners that an object carries in its metadata.

import type { Owner, Owners } from '../../../shared/apply/ownership/owner.ts';
import { readManagedFields, writeManagedFields } from '../../../shared/apply/ownership/managed-fields.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';

/** The owners of a stored object. Undefined: the entries cannot be read. */
export function ownersIn(object: ApiObject | undefined): Map<string, Owner> | undefined {
  return ownersOf(object?.metadata.managedFields, true);
}

/** `canonical`: the entries are as this service writes them. Undefined: they cannot be read. */
export function ownersOf(
  entries: ApiObject['metadata']['managedFields'],
  canonical: boolean,
): Map<string, Owner> | undefined {
  try {
    return readManagedFields(entries, canonical);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Sets the entries, or removes them where there are no owners. */
export function setOwners({ metadata }: ApiObject, owners: Owners): void {
  const entries = writeManagedFields(owners);
  if (entries === undefined) delete metadata.managedFields;
  else metadata.managedFields = entries;
}
