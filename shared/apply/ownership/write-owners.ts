// The owners after each of the two kinds of write: an update gives the whole object, an apply only the fields that the writer
// wants to own.

import { changeOwners, reconcileOwners } from './change-owners.ts';
import type { Versions } from './change-owners.ts';
import { fieldsOf } from '../typed/fields-of.ts';
import { difference, isEmpty, union } from '../field/field-set.ts';
import { merge } from '../typed/merge.ts';
import type { Owner, OwnerName, Owners } from './owner.ts';
import { ownerId, withFields } from './owner.ts';
import { prune } from './prune.ts';
import type { Typed } from '../typed/typed-value.ts';

export interface UpdateResult {
  readonly owners: Map<string, Owner>;
  /** What the writer set or changed. Undefined: nothing that it can own. */
  readonly written: Owner | undefined;
}

/** An identity that no owner has. */
const nobody = '';

/**
 * The owners after an update from `live` to `next`. Fields that the writer changed are removed from all owners, an earlier
 * entry of the writer included. They are returned separately: `written` has no time yet.
 */
export function updateOwners(
  live: Typed,
  next: Typed,
  owners: Owners,
  writer: OwnerName,
  versions: Versions,
): UpdateResult {
  const fitting = reconcileOwners(owners, live, versions);
  const change = changeOwners(live, next, fitting, { versions, writer: nobody, force: true });
  const fields = union(change.comparison.modified, change.comparison.added);
  const written = isEmpty(fields) ? undefined : { ...writer, fields, time: undefined };
  return { owners: change.owners, written };
}

export interface ApplyResult {
  /** In the version of the configuration. */
  readonly object: Typed;
  /** The applier's entry included, without a time; it has none when it applies nothing. */
  readonly owners: Map<string, Owner>;
}

/**
 * The live object after `writer` applied the configuration, and its owners. Throws ApplyConflicts when fields of others would
 * change and `force` is false.
 */
export function applyConfiguration(
  live: Typed,
  configuration: Typed,
  owners: Owners,
  { writer, force, versions }: { writer: OwnerName; force: boolean; versions: Versions },
): ApplyResult {
  const fitting = reconcileOwners(owners, live, versions);
  const { schema, apiVersion } = configuration;
  const merged: Typed = { value: merge(live.value, configuration.value, schema), schema, apiVersion };
  const id = ownerId(writer);
  const last = fitting.get(id);
  const all = fieldsOf(configuration.value, schema);
  const fields = versions.filter(apiVersion)?.(all) ?? all;
  fitting.set(id, { ...writer, fields, time: last?.time });
  const object = prune(merged, fitting, last, versions);
  const change = changeOwners(live, object, fitting, { versions, writer: id, force });
  return { object, owners: change.owners };
}

/** Owners without fields that no manager owns, for the writer only: others keep what they have. */
export function stripOwner(owners: Map<string, Owner>, id: string, stripped: Owner['fields']): void {
  const owner = owners.get(id);
  if (owner === undefined) return;
  const fields = difference(owner.fields, stripped);
  if (isEmpty(fields)) owners.delete(id);
  else owners.set(id, withFields(owner, fields));
}
