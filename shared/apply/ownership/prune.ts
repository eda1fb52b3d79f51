// What an applier leaves out: fields that it applied last time, leaves out now, and that have no other owner are removed.

import type { Versions } from './change-owners.ts';
import { fieldsOf } from '../typed/fields-of.ts';
import type { FieldSet } from '../field/field-set.ts';
import { difference, intersection, isEmpty, union, unionAll } from '../field/field-set.ts';
import { withNamedFields } from '../typed/named-fields.ts';
import type { Owner, Owners } from './owner.ts';
import { ownerId } from './owner.ts';
import { removeFields } from '../typed/remove.ts';
import type { Typed } from '../typed/typed-value.ts';

/**
 * `merged` without what the applier gave up. `owners` holds the applier with its new set; `last` is what it was before,
 * undefined for a new one. The result is in the version of `merged`.
 */
export function prune(merged: Typed, owners: Owners, last: Owner | undefined, versions: Versions): Typed {
  if (last === undefined || isEmpty(last.fields)) return merged;
  // The same applier still applies all of it, in the same version: nothing is given up.
  const now = owners.get(ownerId(last));
  if (now?.apiVersion === last.apiVersion && isEmpty(difference(last.fields, now.fields))) return merged;
  const then = versions.convert(merged, last.apiVersion);
  if (then === undefined) return merged;
  const without = removed(then, withNamedFields(last.fields, then.schema));
  const owned = addBackOwned(then, without, owners, versions);
  const pruned = addBackOthers(then, owned, last, versions);
  return versions.convert(pruned, merged.apiVersion) ?? merged;
}

function removed(object: Typed, fields: FieldSet): Typed {
  return { ...object, value: removeFields(object.value, fields, object.schema) };
}

/** All fields of the object, declared ones that hold others included. */
function everyField({ value, schema }: Typed): FieldSet {
  return withNamedFields(fieldsOf(value, schema), schema);
}

/** What the removal took from owners, the applier's new set included, is back. */
function addBackOwned(merged: Typed, pruned: Typed, owners: Owners, versions: Versions): Typed {
  const owned = new Map<string, FieldSet[]>([[pruned.apiVersion, []]]);
  for (const { apiVersion, fields } of owners.values()) {
    const sets = owned.get(apiVersion);
    if (sets === undefined) owned.set(apiVersion, [fields]);
    else sets.push(fields);
  }
  let [whole, rest] = [merged, pruned];
  // The version of the removal comes first: a conversion may need what was removed.
  for (const [apiVersion, sets] of owned) {
    const fields = unionAll(sets);
    if (apiVersion === pruned.apiVersion && isEmpty(fields)) continue;
    const wholeThere = versions.convert(whole, apiVersion);
    const restThere = wholeThere === undefined ? undefined : versions.convert(rest, apiVersion);
    if (wholeThere === undefined || restThere === undefined) continue;
    const kept = union(everyField(restThere), withNamedFields(fields, wholeThere.schema));
    whole = wholeThere;
    rest = removed(wholeThere, difference(everyField(wholeThere), kept));
  }
  return rest;
}

/** What the removal took but the applier never owned is back: updaters own it, or no manager does. */
function addBackOthers(merged: Typed, pruned: Typed, last: Owner, versions: Versions): Typed {
  const there = versions.convert(pruned, last.apiVersion);
  if (there === undefined) return merged;
  const gone = difference(everyField(merged), everyField(there));
  return removed(merged, intersection(gone, withNamedFields(last.fields, merged.schema)));
}
