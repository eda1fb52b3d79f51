// The owners of an object after any write but an apply.

import type { Versions } from './change-owners.ts';
import { capUpdaters } from './cap-updaters.ts';
import { difference, fieldSet, isEmpty, union } from '../field/field-set.ts';
import type { Owner, Owners } from './owner.ts';
import { ownerId } from './owner.ts';
import { fieldElement } from '../field/path-element.ts';
import type { Typed } from '../typed/typed-value.ts';
import { updateOwners } from './write-owners.ts';

/** The writer of a request: its manager, the sub-resource and the time. */
export interface Writer {
  /** Empty: `unknown`. */
  readonly manager: string;
  /** Empty: the object itself. */
  readonly subresource: string;
  /** RFC 3339, whole seconds. */
  readonly now: string;
  readonly versions: Versions;
}

/** Fields that identify an object or belong to the server: no owner has them. */
export const unowned = fieldSet(
  ...['apiVersion', 'kind', 'metadata'].map((name) => [fieldElement(name)]),
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => [fieldElement('metadata'), fieldElement(name)]),
);

/**
 * The owners after `live` became `next`. For a new object `live` is an empty object of the kind. Neither may have
 * managedFields. Throws TypedError for lists whose items cannot be distinguished.
 */
export function recordUpdate(live: Typed, next: Typed, owners: Owners, writer: Writer): Map<string, Owner> {
  const { manager, subresource, now, versions } = writer;
  const name = {
    manager: manager === '' ? 'unknown' : manager,
    operation: 'Update',
    apiVersion: next.apiVersion,
    subresource,
  } as const;
  const result = updateOwners(live, next, owners, name, versions);
  if (result.written !== undefined) {
    const fields = difference(result.written.fields, unowned);
    if (!isEmpty(fields)) {
      const id = ownerId(name);
      const before = result.owners.get(id);
      const both = before === undefined ? fields : union(fields, before.fields);
      result.owners.set(id, { ...name, fields: both, time: now });
    }
  }
  capUpdaters(result.owners);
  return result.owners;
}
