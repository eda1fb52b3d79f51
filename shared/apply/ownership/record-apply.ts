// An object and its owners after an apply.

import { ApplyConflicts } from './conflict.ts';
import { difference, isEmpty } from '../field/field-set.ts';
import type { FieldSet } from '../field/field-set.ts';
import type { Owner, Owners } from './owner.ts';
import { changedOwner, ownerId } from './owner.ts';
import { recordUpdate, unowned } from './record-update.ts';
import type { Writer } from './record-update.ts';
import { sameJson } from '../typed/typed-value.ts';
import type { Typed } from '../typed/typed-value.ts';
import { applyConfiguration, stripOwner } from './write-owners.ts';

export interface ApplyOptions {
  readonly force: boolean;
  /** An empty object of the kind. */
  readonly empty: () => Typed;
  /**
   * Fields in which the live object is as the writer last applied it by other means: conflicts in nothing else do not stand
   * in the way of the apply. Undefined: none.
   */
  readonly appliedBefore?: () => FieldSet | undefined;
}

export interface Applied {
  /** Undefined: the live object stays as it is, only owners may have changed. */
  readonly object: Typed | undefined;
  readonly owners: Map<string, Owner>;
}

/**
 * Applies `configuration` to `live`; for a new object `live` is an empty object of the kind. Neither may have managedFields.
 * If the object has no owners yet, `before-first-apply` becomes the owner of all its fields. Throws ApplyConflicts, and
 * TypedError for lists whose items cannot be distinguished.
 */
export function recordApply(
  live: Typed,
  configuration: Typed,
  owners: Owners,
  writer: Writer,
  options: ApplyOptions,
): Applied {
  const before =
    owners.size > 0
      ? owners
      : recordUpdate(options.empty(), live, owners, { ...writer, manager: 'before-first-apply' });
  try {
    return apply(live, configuration, before, writer, options.force);
  } catch (error) {
    const allowed = error instanceof ApplyConflicts ? options.appliedBefore?.() : undefined;
    if (!(error instanceof ApplyConflicts) || allowed === undefined) throw error;
    const rest = error.conflicts
      .map(({ owner, fields }) => ({ owner, fields: difference(fields, allowed) }))
      .filter(({ fields }) => !isEmpty(fields));
    if (rest.length > 0) throw new ApplyConflicts(rest);
    return apply(live, configuration, before, writer, true);
  }
}

function apply(live: Typed, configuration: Typed, owners: Owners, writer: Writer, force: boolean): Applied {
  const { manager, subresource, versions } = writer;
  const name = { manager, operation: 'Apply', apiVersion: configuration.apiVersion, subresource } as const;
  const id = ownerId(name);
  const result = applyConfiguration(live, configuration, owners, { writer: name, force, versions });
  stripOwner(result.owners, id, unowned);
  if (sameJson(live.value, result.object.value)) return { object: undefined, owners: result.owners };
  const owner = result.owners.get(id);
  if (owner !== undefined) result.owners.set(id, changedOwner(owner, { time: writer.now }));
  return { object: result.object, owners: result.owners };
}
