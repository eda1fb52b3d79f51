// Which object a write means: its name, namespace, uid and version.

import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { Resource } from '../../contract/resource.ts';
import type { ResourceRequest } from '../../contract/resource-handler.ts';
import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { StatusError } from '../../../../shared/object/status-error.ts';
import type { MetadataRules } from '../../object/metadata-validation.ts';
import type { Draft, LiveObject } from '../contract/write-operation.ts';
import { badRequest, conflict, invalid, unclassified } from '../../../../shared/object/errors.ts';
import { invalidValue } from '../../../../shared/object/field-error-message.ts';
import { takeNamespace } from '../../object/metadata.ts';
import { groupResourceOf } from '../../object/stored-objects.ts';

/** Throws 400 for an object that is not the one of the path, and completes what it leaves out. */
export function checkNames(
  { resource, name, namespace }: Pick<ResourceRequest, 'resource' | 'name' | 'namespace'>,
  object: ApiObject,
): void {
  const { metadata } = object;
  if ((metadata.name ?? '') === '') {
    // A whole object without a name was most likely meant for another path.
    throw nameless(name);
  }
  if (metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`);
  }
  takeNamespace(resource, namespace, metadata);
}

/**
 * Throws when the client names another object, or another version than the current one. `unconditional`: whether an object
 * without a version overwrites the current one.
 */
export function checkIdentity(draft: Draft<LiveObject>, unconditional: boolean): void {
  const { operation, object, live, parts } = draft;
  const { resource, request, name } = operation;
  const { metadata } = object;
  checkNames(operation, object);
  const asked = metadata.resourceVersion ?? '';
  const before = live.object.metadata.uid ?? '';
  if ((metadata.uid ?? '') !== '' && metadata.uid !== before) {
    if (request.verb !== 'patch') throw wrongUid(resource, name, live.entry.key, metadata.uid, before);
    draft.foreignUid = metadata.uid ?? '';
  }
  if (asked === '' || asked === '0') {
    if (unconditional) return;
    const fault = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update');
    throw invalid({ group: resource.group, kind: resource.name }, name, [fault]);
  }
  if (asked === String(live.entry.revision)) return;
  refuseStrange(parts.vendor, asked);
  throw conflict(groupResourceOf(resource), name);
}

/** 400 for an object without a name; `name`: that of the path. */
export function nameless(name: string): StatusError {
  return badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
}

/** Throws 500 for a version that is no number, where the vendor's service takes it for a fault of its own. */
export function refuseStrange({ behaviour }: Vendor, version: string): void {
  if (behaviour.strangeVersionStatus !== 500 || version === '' || isNumber(version)) return;
  const fault = /^\d+$/.test(version) ? 'value out of range' : 'invalid syntax';
  throw unclassified(`strconv.ParseUint: parsing ${JSON.stringify(version)}: ${fault}`);
}

/** Whether the version is a number that a store may count. */
function isNumber(version: string): boolean {
  return /^\d+$/.test(version) && BigInt(version) < 2n ** 64n;
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

export function metadataRules({ vendor }: { readonly vendor: Vendor }, resource: Resource): MetadataRules {
  const { nameRule = 'subdomain', anyFinalizer = false } = resource.strategy;
  return { vendor, namespaced: resource.namespaced, nameRule, anyFinalizer };
}
