// Ownership that is not tracked: a new object keeps the entries that it was sent with, and no write changes them.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldOwnership } from '../../contract/field-ownership.ts';

export const keptOwnership: FieldOwnership = {
  own: keepEntries,
  settle(live, object) {
    keepEntries(live, object);
    return undefined;
  },
};

function keepEntries(live: ApiObject | undefined, { metadata }: ApiObject): void {
  if (live === undefined) return;
  if (live.metadata.managedFields === undefined) delete metadata.managedFields;
  else metadata.managedFields = live.metadata.managedFields;
}
