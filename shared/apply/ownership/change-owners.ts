// The effect of a write on the owners of fields: other owners lose the fields that it changes, and removed fields have no owner.

import type { Comparison } from '../typed/compare.ts';
import { compare } from '../typed/compare.ts';
import type { Conflict } from './conflict.ts';
import { ApplyConflicts } from './conflict.ts';
import type { FieldFilter } from '../field/field-filter.ts';
import { FieldIndex } from '../field/field-index.ts';
import { isEmpty, leaf } from '../field/field-set.ts';
import type { Owner, Owners } from './owner.ts';
import { withFields } from './owner.ts';
import { reconcile } from '../typed/reconcile.ts';
import type { Typed } from '../typed/typed-value.ts';

/** How the versions of a kind are read. */
export interface Versions {
  /** The object as the version has it. Undefined: the version is not served any more. */
  convert(object: Typed, apiVersion: string): Typed | undefined;
  /** What a write in the version cannot change. Undefined: nothing. */
  filter(apiVersion: string): FieldFilter | undefined;
}

/** Owners with sets that fit the schema of today. Those of versions that are not served any more are gone. */
export function reconcileOwners(owners: Owners, live: Typed, versions: Versions): Map<string, Owner> {
  const fitting = new Map<string, Owner>();
  for (const [id, owner] of owners) {
    const typed = versions.convert(live, owner.apiVersion);
    if (typed !== undefined) fitting.set(id, withFields(owner, reconcile(owner.fields, typed.schema)));
  }
  return fitting;
}

export interface OwnerChange {
  /** Without those that own nothing any more. */
  readonly owners: Map<string, Owner>;
  /** In the version of the write, of fields that the write can change. */
  readonly comparison: Comparison;
}

/**
 * The owners after `before` became `after` by a write of `writer` (an id; its own set stays as it is). Throws ApplyConflicts
 * when fields of others change and `force` is false.
 */
export function changeOwners(
  before: Typed,
  after: Typed,
  owners: ReadonlyMap<string, Owner>,
  { versions, writer, force }: { versions: Versions; writer: string; force: boolean },
): OwnerChange {
  const comparison = filtered(compare(before.value, after.value, after.schema), versions.filter(after.apiVersion));
  const changes = new Map<string, Change | undefined>();
  const changed = new Map<string, Owner>();
  const conflicts: Conflict[] = [];
  for (const [id, owner] of owners) {
    if (id === writer) {
      if (!isEmpty(owner.fields)) changed.set(id, owner);
      continue;
    }
    const { apiVersion } = owner;
    if (!changes.has(apiVersion)) {
      const there = apiVersion === after.apiVersion ? comparison : compareIn(apiVersion, before, after, versions);
      changes.set(apiVersion, there && changeOf(there));
    }
    const change = changes.get(apiVersion);
    if (change === undefined) continue;
    const fields = force ? leaf : change.set.sharedWith(owner.fields);
    if (!isEmpty(fields)) conflicts.push({ owner, fields });
    const rest = change.gone.takenFrom(change.set.takenFrom(owner.fields));
    if (!isEmpty(rest)) changed.set(id, withFields(owner, rest));
  }
  if (conflicts.length > 0) throw new ApplyConflicts(conflicts);
  return { owners: changed, comparison };
}

/** What a write does, to be asked for each owner of one version. */
interface Change {
  /** Added and modified. */
  readonly set: FieldIndex;
  readonly gone: FieldIndex;
}

function changeOf({ added, modified, removed }: Comparison): Change {
  return { set: FieldIndex.of(modified, added), gone: FieldIndex.of(removed) };
}

/** Undefined: the version is not served. */
function compareIn(apiVersion: string, before: Typed, after: Typed, versions: Versions): Comparison | undefined {
  const left = versions.convert(before, apiVersion);
  const right = versions.convert(after, apiVersion);
  if (left === undefined || right === undefined) return undefined;
  return filtered(compare(left.value, right.value, right.schema), versions.filter(apiVersion));
}

function filtered(comparison: Comparison, filter: FieldFilter | undefined): Comparison {
  if (filter === undefined) return comparison;
  const { added, modified, removed } = comparison;
  return { added: filter(added), modified: filter(modified), removed: filter(removed) };
}
