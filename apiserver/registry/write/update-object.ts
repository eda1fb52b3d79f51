// Changes an object: PUT, PATCH and the sub-resources that write (UPD-001 to UPD-016). What was read
// is the guard of the commit. Writes that name no version take turns, so that none loses to another of this process; one that
// lost to another server starts over from the newer object.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Admitted } from '../../admission/contract/admission.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { DecodedObject } from '../context/decoded-object.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Resource } from '../contract/resource.ts';
import type { ResourceRequest } from '../contract/resource-handler.ts';
import type { Entry } from '../../storage/contract/store.ts';
import type { Written } from '../contract/written.ts';
import type { StatusError } from '../../../shared/object/status-error.ts';
import { badRequest, conflict, invalid, notFound } from '../../../shared/object/errors.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import { carryOver, countGeneration, intentChanged, metadataChanged } from '../object/metadata.ts';
import { validateMetadataUpdate } from '../object/metadata-validation.ts';
import { defaultObject, mergeFaults, validateSchema } from '../object/schema-steps.ts';
import { equalStored } from '../../storage/format/stored-object.ts';
import { decodeEntry, encodeObject, groupKindOf, groupResourceOf, keyOf, storageOf } from '../object/stored-objects.ts';
import { admissionAttributes } from './admitted.ts';
import { allocateAll, releaseAll, rollbackAfter } from './allocations.ts';
import { largeBytes } from '../context/large-work.ts';
import { throwIfOver } from '../context/throw-if-over.ts';
import { warnOfKind, warnOfRepeatedOwners } from './warnings.ts';
import { dropDisabledFields } from '../object/disabled-fields.ts';

/** The part of an object that an endpoint may change. */
export interface UpdateStrategy {
  /** '' for the object's own endpoint. */
  readonly subresource: string;
  /** Puts back everything that this endpoint does not change. `now`: milliseconds since the epoch. */
  prepare(object: ApiObject, old: ApiObject, now: number): void;
  validate(object: ApiObject, old: ApiObject): readonly FieldError[];
  /** True where `metadata.generation` does not count what changes. */
  readonly uncounted?: boolean;
}

export interface UpdateRequest {
  readonly request: ResourceRequest;
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  readonly facet: UpdateStrategy;
  readonly dryRun: boolean;
  /** Whether the client may have named the version that it changes: then the write waits for no other. */
  readonly named: boolean;
  /**
   * The object as it shall be; called again when the write lost a race. `copy` makes a copy of the current one. Others wait
   * meanwhile, so it must not wait for the client.
   */
  propose(copy: () => ApiObject): DecodedObject | Promise<DecodedObject>;
  /** Whether an object without a version overwrites whatever is current. */
  readonly unconditional: boolean;
  /** Makes the object when there is none. Absent: 404. */
  readonly create?: () => Promise<Written>;
}

/**
 * Throws 404, 409 for a stale version or a wrong uid, 422 for an object that is not valid, and why the request is over when it
 * ends before its turn.
 */
export async function updateObject(parts: RegistryDependencies, updating: UpdateRequest): Promise<Written> {
  const { resource, name, namespace, named, request } = updating;
  storageOf(resource, 'update');
  const key = keyOf(resource, namespace, name);
  return parts.writeTurns.write(key, request, { named, attempt: () => updateOnce(parts, updating, key) });
}

async function updateOnce(
  parts: RegistryDependencies,
  updating: UpdateRequest,
  key: string,
): Promise<Written | 'lost'> {
  const { resource, name, request, facet } = updating;
  const entry = await parts.store.get(key);
  if (entry === undefined) {
    if (updating.create !== undefined) return updating.create();
    throw notFound(groupResourceOf(resource), name);
  }
  // A small patch of a large object is as much work as a large one.
  const stored = entry.value.length > largeBytes;
  if (stored) await parts.largeWork.turn(request);
  const old = decodeEntry(resource, entry);
  if (stored) await parts.largeWork.turn(request);
  const proposed = await updating.propose(() => decodeEntry(resource, entry));
  const large = stored || proposed.large === true;
  if (large) await parts.largeWork.turn(request);
  checkIdentity(updating, proposed.object, entry, old.metadata.uid ?? '');
  const when = request.verb === 'patch' ? ' after mutating admission happens' : '';
  warnOfRepeatedOwners(request, proposed.object, when);
  const written = await commitChange(parts, updating, entry, { ...proposed, large }, old);
  if (written !== 'lost' && facet.subresource === '') warnOfKind(request, resource, written.object);
  return written;
}

/** Throws 400 for an object that is not the one of the path, and completes what it leaves out. */
export function checkNames(
  { resource, name, namespace }: Pick<ResourceRequest, 'resource' | 'name' | 'namespace'>,
  object: ApiObject,
): void {
  const { metadata } = object;
  if ((metadata.name ?? '') === '') {
    // A whole object without a name was most likely meant for another path.
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  if (metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  }
  if (!resource.namespaced) delete metadata.namespace;
  else if ((metadata.namespace ?? '') === '') metadata.namespace = namespace;
  else if (metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}

/** Throws when the client names another object, or another version than the current one, whose uid is `before`. */
function checkIdentity(
  { request, resource, name, namespace, unconditional }: UpdateRequest,
  object: ApiObject,
  entry: Entry,
  before: string,
): void {
  const { metadata } = object;
  checkNames({ resource, name, namespace }, object);
  const asked = metadata.resourceVersion ?? '';
  if ((metadata.uid ?? '') !== '' && metadata.uid !== before) {
    if (request.verb === 'patch') {
      const fault = invalidValue('metadata.uid', metadata.uid, 'field is immutable');
      throw invalid(groupKindOf(resource), name, [fault]);
    }
    throw wrongUid(resource, name, entry.key, metadata.uid, before);
  }
  if (asked === '' || asked === '0') {
    if (unconditional) return;
    const fault = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update');
    throw invalid({ group: resource.group, kind: resource.name }, name, [fault]);
  }
  if (asked !== String(entry.revision)) throw conflict(groupResourceOf(resource), name);
}

/** 409 for a client that means another object of this name; `before`: the uid of the current one, '' where there is none. */
export function wrongUid(
  resource: Resource,
  name: string,
  key: string,
  asked: string | undefined,
  before: string,
): StatusError {
  const detail = `Precondition failed: UID in precondition: ${asked}, UID in object meta: ${before}`;
  const lead = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: `;
  return conflict(groupResourceOf(resource), name, `${lead}${detail}`);
}

async function commitChange(
  parts: RegistryDependencies,
  updating: UpdateRequest,
  entry: Entry,
  proposed: DecodedObject,
  old: ApiObject,
): Promise<Written | 'lost'> {
  const { resource, dryRun, request } = updating;
  const { object, admit } = await admitChange(parts, updating, proposed.object, old);
  if (proposed.large === true) await parts.largeWork.turn(request);
  const claims = await allocateAll(parts, resource, object, old, dryRun);
  try {
    const errors = [...claims.errors, ...faultsOf(parts, updating, object, old, proposed.missingFields)];
    if (errors.length > 0) throw invalid(groupKindOf(resource), updating.name, errors);
    await admit();
    if (proposed.large === true) await parts.largeWork.turn(request);
    throwIfOver(request);
    const value = encodeObject(resource, object);
    const gone = isFinished(resource, object, old);
    if (!gone && equalStored(value, entry.value)) {
      await claims.commit();
      return { outcome: 'unchanged', object, value, revision: entry.revision };
    }
    const outcome = gone ? 'removed' : 'updated';
    if (dryRun) return { outcome, object, value, revision: entry.revision };
    const ttl = resource.strategy.ttlSeconds;
    const result = await parts.store.commit({
      key: entry.key,
      value: gone ? undefined : value,
      expected: entry.revision,
      ...(ttl === undefined || gone ? {} : { ttlSeconds: ttl }),
    });
    if (result.outcome === 'conflict') {
      await claims.rollback();
      return 'lost';
    }
    await claims.commit();
    if (gone) await releaseAll(parts, resource, object);
    return { outcome, object, value, revision: result.revision };
  } catch (error) {
    await rollbackAfter(error, claims);
    throw error;
  }
}

/** From the proposal to the object as it would be stored; `admit` is the validating phase. */
async function admitChange(
  parts: RegistryDependencies,
  updating: UpdateRequest,
  proposed: ApiObject,
  old: ApiObject,
): Promise<{ readonly object: ApiObject; readonly admit: () => Admitted }> {
  const { resource, facet, request, namespace, name, dryRun } = updating;
  carryOver(proposed, old);
  defaultObject(resource, proposed);
  const attributes = admissionAttributes({
    request,
    resource,
    operation: 'UPDATE',
    subresource: facet.subresource,
    namespace,
    name,
    object: proposed,
    oldObject: old,
    dryRun,
  });
  await parts.admission.mutate(attributes, request);
  const object = attributes.object ?? proposed;
  warnOfRepeatedOwners(request, object, ' after mutating admission happens');
  carryOver(object, old);
  defaultObject(resource, object);
  dropDisabledFields(resource.schema, object, old, parts.disabledFields);
  facet.prepare(object, old, parts.clock.now());
  if (counts(resource, facet, object, old)) countGeneration(object.metadata);
  return { object, admit: () => parts.admission.validate({ ...attributes, object }, request) };
}

/** Whether the change is one of those that `metadata.generation` counts. */
function counts({ generation }: Resource, facet: UpdateStrategy, object: ApiObject, old: ApiObject): boolean {
  if (generation === undefined || facet.uncounted === true) return false;
  if (generation.content && intentChanged(object, old)) return true;
  return facet.subresource === '' && metadataChanged(object, old, generation.metadata);
}

function faultsOf(
  parts: RegistryDependencies,
  { resource, facet }: UpdateRequest,
  object: ApiObject,
  old: ApiObject,
  missing: readonly string[],
): readonly FieldError[] {
  const rules = {
    vendor: parts.vendor,
    namespaced: resource.namespaced,
    nameRule: resource.strategy.nameRule ?? 'subdomain',
  };
  return [
    ...validateMetadataUpdate(object, old, rules),
    ...mergeFaults(validateSchema(resource, object, missing, facet.subresource), facet.validate(object, old)),
  ];
}

/** True when the write took away the last thing that held back a removal under way (DEL-020). */
function isFinished(resource: Resource, object: ApiObject, old: ApiObject): boolean {
  if (old.metadata.deletionTimestamp === undefined) return false;
  if ((object.metadata.finalizers?.length ?? 0) > 0) return false;
  if ((object.metadata.deletionGracePeriodSeconds ?? 0) > 0) return false;
  return resource.strategy.heldBack?.(object) !== true;
}
