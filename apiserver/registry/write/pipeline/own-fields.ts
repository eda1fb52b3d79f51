// The step of the pipeline that says which manager owns the fields of the object (`contract/field-ownership.ts`).

import { mapMaybePromise } from '../../../../shared/process/async/maybe-promise.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Draft, WriteOperation } from '../contract/write-operation.ts';

/** After defaults, before mutating admission. Waits only where owners of another version have to be compared. */
export function ownFields(draft: Draft, subresource: string): void | Promise<void> {
  const { parts, operation, live, object, emptyLists } = draft;
  const { writer, request } = operation;
  if (writer === undefined) {
    draft.owned = object.metadata.managedFields;
    return;
  }
  const { manager, operation: kind } = writer;
  const time = parts.timeText.of(parts.clock.now());
  const of = { resource: kindOf(operation), subresource, manager, operation: kind, time, emptyLists } as const;
  return mapMaybePromise(parts.fieldOwnership.own(live?.object, object, of, request), () => {
    draft.owned = object.metadata.managedFields;
  });
}

/** By what is sent and where: what is known of a resource is kept by its identity. */
const otherKinds = new WeakMap<Resource['schema'], WeakMap<Resource, Resource>>();

/** The resource with the fields of the object: what is sent to a sub-resource may be of another kind. */
function kindOf({ resource, unstored }: WriteOperation): Resource {
  if (unstored === undefined || unstored === resource) return resource;
  let ofSchema = otherKinds.get(unstored.schema);
  if (ofSchema === undefined) otherKinds.set(unstored.schema, (ofSchema = new WeakMap()));
  let known = ofSchema.get(resource);
  if (known === undefined) ofSchema.set(resource, (known = { ...resource, ...unstored }));
  return known;
}

/** After mutating admission and the kind's strategy, before validation. */
export function settleOwners({ parts, operation, live, object, owned }: Draft): void {
  if (operation.writer === undefined) {
    if (owned === undefined) delete object.metadata.managedFields;
    else object.metadata.managedFields = owned;
    return;
  }
  const warning = parts.fieldOwnership.settle(live?.object, object, owned);
  if (warning !== undefined) operation.request.warn(warning);
}
