// Ownership that is tracked: every write that names a manager is recorded in `metadata.managedFields` (requirements APPLY).

import type { Owner, Owners } from '../../../shared/apply/ownership/owner.ts';
import type { Typed } from '../../../shared/apply/typed/typed-value.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { FieldOwnership, FieldWriter } from '../contract/field-ownership.ts';
import type { Resource, Resources } from '../contract/resource.ts';
import type { ConversionRequest } from '../contract/version-converter.ts';
import type { AwaitedConversions } from './awaited-conversions.ts';
import { isReset, readManagedFields } from '../../../shared/apply/ownership/managed-fields.ts';
import { recordUpdate } from '../../../shared/apply/ownership/record-update.ts';
import { sameJson, TypedError } from '../../../shared/apply/typed/typed-value.ts';
import { whenConverted } from './awaited-conversions.ts';
import { scaleVersions, throughScale, typedScale } from './owned-scale.ts';
import { emptyObject, typedObject, UnknownVersionError, versionsOf, withEmptyLists } from './owned-versions.ts';
import { ownersIn, ownersOf, setOwners } from './stored-owners.ts';

type Entries = ApiObject['metadata']['managedFields'];

export class TrackedOwnership implements FieldOwnership {
  readonly #vendor: Vendor;
  readonly #resources: Resources;
  /** What kinds look like with nothing set. */
  readonly #empty = new WeakMap<Resource, Typed>();

  constructor(vendor: Vendor, resources: Resources) {
    this.#vendor = vendor;
    this.#resources = resources;
  }

  own(
    live: ApiObject | undefined,
    object: ApiObject,
    writer: FieldWriter,
    request: ConversionRequest,
  ): void | Promise<void> {
    if (writer.operation === 'Apply') return;
    return whenConverted(request, (conversions) => {
      try {
        this.#update(live, object, writer, conversions);
      } catch (error) {
        if (!(error instanceof TypedError || error instanceof UnknownVersionError)) throw error;
        // No owners are better than wrong ones. A list with duplicate keys is reported by validation.
        delete object.metadata.managedFields;
      }
    });
  }

  settle(live: ApiObject | undefined, object: ApiObject, owned: Entries): string | undefined {
    const { metadata } = object;
    let warning: string | undefined;
    if (metadata.managedFields !== owned) {
      try {
        setOwners(object, readManagedFields(metadata.managedFields));
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        if (owned === undefined) delete metadata.managedFields;
        else metadata.managedFields = owned;
        warning = `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${error.message}`;
      }
    }
    if (live !== undefined && differsInTimesOnly(live, object)) {
      metadata.managedFields = live.metadata.managedFields as NonNullable<Entries>;
    }
    return warning;
  }

  /** What the kind looks like with nothing set. */
  emptyOf(resource: Resource): Typed {
    let empty = this.#empty.get(resource);
    if (empty === undefined) this.#empty.set(resource, (empty = emptyObject(resource)));
    return empty;
  }

  #update(live: ApiObject | undefined, object: ApiObject, writer: FieldWriter, conversions: AwaitedConversions): void {
    const { resource, subresource, manager, time: now, emptyLists = [] } = writer;
    const before = this.#ownersBefore(live, object, writer);
    // An object without owners stays without owners.
    if (before === undefined) {
      delete object.metadata.managedFields;
      return;
    }
    if (subresource === 'scale') {
      this.#updateScale(live ?? object, object, before, writer);
      return;
    }
    const versions = versionsOf(this.#resources, resource, subresource, conversions);
    const from = live === undefined ? this.emptyOf(resource) : typedObject(resource, live);
    const next = withEmptyLists(typedObject(resource, object), emptyLists);
    setOwners(object, recordUpdate(from, next, before, { manager, subresource, now, versions }));
  }

  #updateScale(live: ApiObject, object: ApiObject, before: Owners, writer: FieldWriter): void {
    const { resource, subresource, manager, time: now } = writer;
    const [from, next] = [typedScale(resource, live), typedScale(resource, object)];
    if (from === undefined || next === undefined) return;
    const change = (owners: Owners): Owners =>
      owners.size === 0
        ? owners
        : recordUpdate(from, next, owners, { manager, subresource, now, versions: scaleVersions });
    setOwners(object, throughScale(resource, before, change));
  }

  /** The owners that a write starts from. Undefined: the object has none, and shall have none. */
  #ownersBefore(
    live: ApiObject | undefined,
    object: ApiObject,
    { subresource, resource }: FieldWriter,
  ): ReadonlyMap<string, Owner> | undefined {
    const none = new Map<string, Owner>();
    const { managedFields: sent } = object.metadata;
    if (subresource === '' && this.#resets(resource, sent)) {
      return live === undefined || this.#vendor.behaviour.resetOwners === 'own-changes' ? none : undefined;
    }
    // Most clients send back what they read.
    const kept = subresource !== '' || (live !== undefined && sameJson(sent, live.metadata.managedFields));
    const asked = kept ? undefined : ownersOf(sent, false);
    const owners = asked === undefined || asked.size === 0 ? (ownersIn(live) ?? none) : asked;
    return owners.size === 0 && live !== undefined ? undefined : owners;
  }

  #resets({ custom }: Resource, entries: unknown): boolean {
    if (Array.isArray(entries) && entries.length === 0)
      return this.#vendor.behaviour.emptyManagedFields === 'reset' && custom !== true;
    return isReset(entries);
  }
}

/** Whether the write changed nothing that is not the time of an entry. */
function differsInTimesOnly(live: ApiObject, object: ApiObject): boolean {
  const [before, after] = [live.metadata.managedFields ?? [], object.metadata.managedFields ?? []];
  if (before.length !== after.length || before.length === 0) return false;
  let times = false;
  for (const [place, entry] of after.entries()) {
    if (entry === before[place]) continue;
    const { time: now, ...rest } = entry;
    const { time: then, ...known } = before[place] ?? {};
    if (!sameJson(known, rest)) return false;
    times ||= now !== then;
  }
  return times && sameJson(withoutOwners(live), withoutOwners(object));
}

function withoutOwners(object: ApiObject): unknown {
  const { managedFields: _owners, resourceVersion: _version, ...metadata } = object.metadata;
  return { ...object, metadata };
}
