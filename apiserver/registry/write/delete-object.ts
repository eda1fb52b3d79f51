// Removes an object (DEL-016 to DEL-039): at once, or by marking it and waiting for its finalizers
// or its period of grace.

import type { ApiObject, ObjectMeta } from '../../../shared/object/api-object.ts';
import type { DeleteOptions } from '../context/delete-options.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Resource } from '../contract/resource.ts';
import type { ResourceRequest } from '../contract/resource-handler.ts';
import type { Entry } from '../../storage/contract/store.ts';
import type { Written } from '../contract/written.ts';
import { conflict, notFound } from '../../../shared/object/errors.ts';
import { formatTime, parseTime } from '../../../shared/object/time.ts';
import { countGeneration } from '../object/metadata.ts';
import { equalStored } from '../../storage/format/stored-object.ts';
import { decodeEntry, encodeObject, groupResourceOf, keyOf, storageOf } from '../object/stored-objects.ts';
import { admissionAttributes } from './admitted.ts';
import { releaseAll } from './allocations.ts';
import { throwIfOver } from '../context/throw-if-over.ts';

export interface Deleting {
  readonly request: ResourceRequest;
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
  readonly options: DeleteOptions;
}

/**
 * Waits for its turn behind other writes of the object, unless it names a version. Throws 404, 409 for a precondition that does
 * not hold, and why the request is over when it ends before its turn.
 */
export async function deleteObject(parts: RegistryDependencies, deleting: Deleting): Promise<Written> {
  const { request, resource, namespace, name, options } = deleting;
  storageOf(resource, 'delete');
  const key = keyOf(resource, namespace, name);
  const named = options.preconditions.resourceVersion !== undefined;
  return parts.writeTurns.write(key, request, { named, attempt: () => deleteOnce(parts, deleting, key) });
}

async function deleteOnce(parts: RegistryDependencies, deleting: Deleting, key: string): Promise<Written | 'lost'> {
  const { request, resource, name } = deleting;
  const entry = await parts.store.get(key);
  if (entry === undefined) throw notFound(groupResourceOf(resource), name);
  const old = decodeEntry(resource, entry);
  checkPreconditions(deleting, old, entry);
  await admitDelete(parts, deleting, old);
  throwIfOver(request);
  return commitDelete(parts, deleting, entry, old);
}

function checkPreconditions({ resource, name, options }: Deleting, object: ApiObject, entry: Entry): void {
  const { uid, resourceVersion } = options.preconditions;
  const subject = { group: resource.group, resource: resource.kind };
  if (uid !== undefined && uid !== object.metadata.uid) {
    const detail = `the UID in the precondition (${uid}) does not match the UID in record (${object.metadata.uid}). The object might have been deleted and then recreated`;
    throw conflict(subject, name, detail);
  }
  const version = String(entry.revision);
  if (resourceVersion !== undefined && resourceVersion !== version) {
    const detail = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${version}). The object might have been modified`;
    throw conflict(subject, name, detail);
  }
}

async function admitDelete(parts: RegistryDependencies, deleting: Deleting, oldObject: ApiObject): Promise<void> {
  const { request, resource, namespace, name, options } = deleting;
  const attributes = admissionAttributes({
    request,
    resource,
    operation: 'DELETE',
    subresource: '',
    namespace,
    name,
    object: undefined,
    oldObject,
    dryRun: options.dryRun,
    deleteOptions: options,
  });
  await parts.admission.mutate(attributes, request);
  await parts.admission.validate(attributes, request);
}

async function commitDelete(
  parts: RegistryDependencies,
  { resource, options }: Deleting,
  entry: Entry,
  old: ApiObject,
): Promise<Written | 'lost'> {
  const object = decodeEntry(resource, entry);
  const gone = markForRemoval(resource, object, options, parts.clock.now());
  delete object.metadata.resourceVersion;
  const value = encodeObject(resource, object);
  if (!gone && equalStored(value, entry.value))
    return { outcome: 'unchanged', object, value, revision: entry.revision };
  const outcome = gone ? 'removed' : 'updated';
  if (options.dryRun) {
    const changed = gone && finalizersOf(object) !== finalizersOf(old);
    return { outcome, object, value, revision: entry.revision, ...(changed ? { marked: true } : {}) };
  }
  const result = await parts.store.commit({
    key: entry.key,
    value: gone ? undefined : value,
    expected: entry.revision,
  });
  if (result.outcome === 'conflict') return 'lost';
  if (gone) await releaseAll(parts, resource, old);
  return { outcome, object, value, revision: result.revision };
}

function finalizersOf({ metadata }: ApiObject): string {
  return (metadata.finalizers ?? []).join();
}

/** Turns the object into what a delete leaves of it; true when nothing is left. */
export function markForRemoval(resource: Resource, object: ApiObject, options: DeleteOptions, now: number): boolean {
  const { metadata } = object;
  const { strategy } = resource;
  if (strategy.ignoresPropagation !== true) setPropagation(metadata, options);
  const asked = options.gracePeriodSeconds;
  const wanted = strategy.gracePeriod?.(object, asked) ?? 0;
  const grace = wanted < 0 ? 1 : wanted;
  const held = (metadata.finalizers?.length ?? 0) > 0 || strategy.heldBack?.(object) === true;
  if (metadata.deletionTimestamp === undefined) {
    // What has no grace and nothing that holds it back goes as it is.
    if (!held && strategy.gracePeriod === undefined) return true;
    strategy.prepareDelete?.(object);
    metadata.deletionTimestamp = formatTime(now + grace * 1000);
    if (strategy.plainRemoval !== true) {
      if ((metadata.generation ?? 0) > 0) countGeneration(metadata);
      metadata.deletionGracePeriodSeconds = grace;
    }
    return !held && grace === 0;
  }
  const pending = metadata.deletionGracePeriodSeconds ?? 0;
  if (grace < pending) {
    const until = parseTime(metadata.deletionTimestamp) ?? now;
    metadata.deletionTimestamp = grace === 0 ? formatTime(now) : formatTime(until - (pending - grace) * 1000);
    metadata.deletionGracePeriodSeconds = grace;
  }
  return !held && (metadata.deletionGracePeriodSeconds ?? 0) === 0;
}

const propagationFinalizers = new Set(['orphan', 'foregroundDeletion']);

function setPropagation(metadata: ObjectMeta, { propagation, defaultPropagation }: DeleteOptions): void {
  const said = metadata.finalizers?.some((finalizer) => propagationFinalizers.has(finalizer)) === true;
  const policy = propagation ?? (said ? undefined : defaultPropagation);
  if (policy === undefined) return;
  const wanted = policy === 'Orphan' ? 'orphan' : policy === 'Foreground' ? 'foregroundDeletion' : undefined;
  const finalizers = (metadata.finalizers ?? []).filter(
    (finalizer) => finalizer === wanted || !propagationFinalizers.has(finalizer),
  );
  if (wanted !== undefined && !finalizers.includes(wanted)) finalizers.push(wanted);
  if (finalizers.length === 0) delete metadata.finalizers;
  else metadata.finalizers = finalizers;
}
