// The owners of an object's fields.

import type { FieldSet } from '../field/field-set.ts';
import { jsonText } from '../field/path-element.ts';

/** What identifies an owner. */
export interface OwnerName {
  /** The name that the client gave. */
  readonly manager: string;
  readonly operation: 'Apply' | 'Update';
  /** `apps/v1`. An applier is the same one in every version, an updater is not. */
  readonly apiVersion: string;
  /** `status`; empty: the object itself. */
  readonly subresource: string;
}

export interface Owner extends OwnerName {
  readonly fields: FieldSet;
  /** When the set last changed, RFC 3339. */
  readonly time: string | undefined;
  /** The entry that tells this owner, where it was read from one and nothing of it has changed. */
  readonly entry?: object;
}

/** Owners by `ownerId`. */
export type Owners = ReadonlyMap<string, Owner>;

/** The identity of an owner as text. Owners are sorted by it where the reference server sorts them by its own. */
export function ownerId({ manager, operation, apiVersion, subresource }: OwnerName): string {
  const before = manager === '' ? '' : `"manager":${jsonText(manager)},`;
  const version = operation === 'Apply' || apiVersion === '' ? '' : `,"apiVersion":${jsonText(apiVersion)}`;
  const part = subresource === '' ? '' : `,"subresource":${jsonText(subresource)}`;
  return `{${before}"operation":"${operation}"${version}${part}}`;
}

/** The owner's fields as they are now. */
export function withFields(owner: Owner, fields: FieldSet): Owner {
  return fields === owner.fields ? owner : changedOwner(owner, { fields });
}

/** The owner with something else, which its entry does not tell. */
export function changedOwner({ entry: _told, ...owner }: Owner, change: Partial<Omit<Owner, 'entry'>>): Owner {
  return { ...owner, ...change };
}
