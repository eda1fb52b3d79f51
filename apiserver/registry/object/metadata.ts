// The metadata every object shares: what the service sets before a create and an update, and which fields it counts
//. What clients may write into them is `metadata-validation.ts`.

import type { ApiObject, ObjectMeta, OwnerReference } from '../../../shared/object/api-object.ts';
import type { MetadataPart, Resource } from '../contract/resource.ts';
import { sameJson } from '../../../shared/apply/typed/typed-value.ts';
import { randomInt, randomUUID } from 'node:crypto';
import { badRequest } from '../../../shared/object/errors.ts';

/** What of the metadata most endpoints leave alone that change one part of the object only. */
export const ownMetadata: readonly MetadataPart[] = ['labels', 'annotations', 'finalizers', 'ownerReferences'];

const suffixAlphabet = 'bcdfghjklmnpqrstvwxz2456789';
const suffixLength = 5;
const longestGeneratedName = 63;

/** A name from a `generateName` prefix: the prefix, shortened where needed, and five random characters. */
export function generateName(prefix: string): string {
  let suffix = '';
  for (let index = 0; index < suffixLength; index++) suffix += suffixAlphabet[randomInt(suffixAlphabet.length)];
  return prefix.slice(0, longestGeneratedName - suffixLength) + suffix;
}

/** Sets what only the service may say about a new object. `now` as objects tell times. */
export function stampCreation(object: ApiObject, now: string): void {
  const { metadata } = object;
  metadata.uid = randomUUID();
  metadata.creationTimestamp = now;
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  delete metadata.resourceVersion;
  dropEmpty(metadata);
}

/** What an update may leave out is taken over from the stored object; what it may not say at all is set again. */
export function carryOver(object: ApiObject, old: ApiObject): void {
  const metadata = object.metadata;
  const before = old.metadata;
  metadata.name ??= before.name ?? '';
  if (before.namespace !== undefined) metadata.namespace ??= before.namespace;
  if (before.uid !== undefined) metadata.uid ??= before.uid;
  // Whatever a client says of this time is ignored.
  if (before.creationTimestamp !== undefined) metadata.creationTimestamp = before.creationTimestamp;
  if (before.generation === undefined) delete metadata.generation;
  else metadata.generation = before.generation;
  delete metadata.resourceVersion;
  dropEmpty(metadata);
}

/**
 * An object that is ending goes on ending, whatever an update says. Apart from `carryOver`, for it comes later: who owned these
 * fields owns them no more after an update without them.
 */
export function keepEnding({ metadata }: ApiObject, { metadata: before }: ApiObject): void {
  if (before.deletionTimestamp !== undefined) metadata.deletionTimestamp = before.deletionTimestamp;
  if (before.deletionGracePeriodSeconds !== undefined) {
    metadata.deletionGracePeriodSeconds ??= before.deletionGracePeriodSeconds;
  }
}

/**
 * Drops identical duplicate owners. Returns the warning to the client; undefined: there were none.
 * `when` says at which point they were found, e.g. ` after mutating admission happens`.
 */
export function dropRepeatedOwners(metadata: ObjectMeta, when: string): string | undefined {
  if ((metadata.ownerReferences?.length ?? 0) < 2) return undefined;
  const kept: OwnerReference[] = [];
  const repeated: string[] = [];
  const seen = new Set<string>();
  for (const owner of metadata.ownerReferences ?? []) {
    const { apiVersion, kind, name, uid, controller, blockOwnerDeletion } = owner;
    const identity = JSON.stringify([apiVersion, kind, name, uid, controller ?? null, blockOwnerDeletion ?? null]);
    if (seen.has(identity)) repeated.push(uid);
    else kept.push(owner);
    seen.add(identity);
  }
  if (repeated.length === 0) return undefined;
  metadata.ownerReferences = kept;
  return (
    `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may ` +
    `reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${repeated.join(', ')}`
  );
}

/** True when something outside `metadata` and `status` differs: the change that `metadata.generation` counts. */
export function intentChanged(object: ApiObject, old: ApiObject, withStatus = false): boolean {
  const names = new Set([...Object.keys(object), ...Object.keys(old)]);
  for (const name of ['apiVersion', 'kind', 'metadata']) names.delete(name);
  if (!withStatus) names.delete('status');
  for (const name of names) if (!sameJson(object[name], old[name])) return true;
  return false;
}

/** True when one of these parts of the metadata differs. */
export function metadataChanged(
  object: ApiObject,
  old: ApiObject,
  parts: readonly ('labels' | 'annotations')[],
): boolean {
  return parts.some((part) => !sameJson(object.metadata[part] ?? {}, old.metadata[part] ?? {}));
}

/** Counts `metadata.generation` up by one. */
export function countGeneration(metadata: ObjectMeta): void {
  metadata.generation = (metadata.generation ?? 0) + 1;
}

/** An empty list or map is stored as none, so that equal objects have equal bytes. `selfLink` is never stored. */
function dropEmpty(metadata: ObjectMeta): void {
  if (metadata.finalizers?.length === 0) delete metadata.finalizers;
  if (metadata.ownerReferences?.length === 0) delete metadata.ownerReferences;
  if (metadata.labels !== undefined && Object.keys(metadata.labels).length === 0) delete metadata.labels;
  if (metadata.annotations !== undefined && Object.keys(metadata.annotations).length === 0) delete metadata.annotations;
  if (metadata.generateName === '') delete metadata.generateName;
  if ('selfLink' in metadata) delete metadata.selfLink;
}

/** In place: completes the namespace that is left out. Throws 400 for another one than that of the path. */
export function takeNamespace(
  { namespaced }: Pick<Resource, 'namespaced'>,
  namespace: string,
  metadata: ApiObject['metadata'],
): void {
  if (!namespaced) delete metadata.namespace;
  else if ((metadata.namespace ?? '') === '') metadata.namespace = namespace;
  else if (metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}
