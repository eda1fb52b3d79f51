// The steps of removing an object (DEL-016 to DEL-039): at once, or by marking it and waiting for its finalizers or its
// period of grace.

import type { ApiObject, ObjectMeta } from '../../../../shared/object/api-object.ts';
import type { DeleteOptions } from '../../context/delete-options.ts';
import type { Resource } from '../../contract/resource.ts';
import type { ResourceRequest } from '../../contract/resource-handler.ts';
import type { LiveObject, WriteOperation, WriteSteps } from '../contract/write-operation.ts';
import { conflict } from '../../../../shared/object/errors.ts';
import { formatTime, parseTime } from '../../../../shared/object/time.ts';
import type { StatusError } from '../../../../shared/object/status-error.ts';
import { copyObject } from '../../object/copy-object.ts';
import { countGeneration } from '../../object/metadata.ts';
import { groupResourceOf } from '../../object/stored-objects.ts';

/** The removal of one object as a write: 409 for a precondition that does not hold. It waits unless it names a version. */
export function removalOf(
  request: ResourceRequest,
  resource: Resource,
  place: { readonly namespace: string; readonly name: string },
  options: DeleteOptions,
): WriteOperation {
  return {
    request,
    resource,
    namespace: place.namespace,
    name: place.name,
    dryRun: options.dryRun,
    deleteOptions: options,
    change: { steps: removed(options), propose: ({ object }) => ({ object: copyObject(object), missingFields: [] }) },
    named: options.preconditions.resourceVersion !== undefined,
  };
}

function removed(options: DeleteOptions): WriteSteps<LiveObject> {
  let gone = false;
  return {
    admission: 'DELETE',
    subresource: '',
    check: ({ operation, live }) => checkPreconditions(operation, options, live),
    prepare({ parts, operation, object }) {
      gone = markForRemoval(operation.resource, object, options, parts.clock.now());
      delete object.metadata.resourceVersion;
    },
    validate: () => [],
    isGone: () => gone,
    warnings: () => [],
  };
}

function checkPreconditions(
  { resource, name }: WriteOperation,
  { preconditions }: DeleteOptions,
  { object, entry }: LiveObject,
): void {
  const { uid, resourceVersion } = preconditions;
  const version = String(entry.revision);
  if (resource.strategy.plainRemoval === true) {
    const subject = groupResourceOf(resource);
    const mismatch = (what: string, asked: string, is = ''): StatusError =>
      conflict(subject, name, `Precondition failed: ${what} in precondition: ${asked}, ${what} in object meta: ${is}`);
    if (uid !== undefined && uid !== object.metadata.uid) throw mismatch('UID', uid, object.metadata.uid);
    if (resourceVersion !== undefined && resourceVersion !== version)
      throw mismatch('ResourceVersion', resourceVersion, version);
    return;
  }
  const subject = { group: resource.group, resource: resource.kind };
  if (uid !== undefined && uid !== object.metadata.uid) {
    const detail = `the UID in the precondition (${uid}) does not match the UID in record (${object.metadata.uid}). The object might have been deleted and then recreated`;
    throw conflict(subject, name, detail);
  }
  if (resourceVersion !== undefined && resourceVersion !== version) {
    const detail = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${version}). The object might have been modified`;
    throw conflict(subject, name, detail);
  }
}

/** Milliseconds; the last time that a timestamp can show. */
const latestTime = Date.UTC(9999, 11, 31, 23, 59, 59);

/** Turns the object into what a delete leaves of it; true when nothing is left. */
function markForRemoval(resource: Resource, object: ApiObject, options: DeleteOptions, now: number): boolean {
  const { metadata } = object;
  const { strategy } = resource;
  const heldBack = strategy.heldBack?.(object) === true;
  // Nothing about a plain removal can change while it is held back.
  if (strategy.plainRemoval === true && metadata.deletionTimestamp !== undefined && heldBack) return false;
  if (strategy.propagation === 'none') setFinalizer(metadata, undefined);
  else if (strategy.propagation === undefined || metadata.deletionTimestamp !== undefined)
    setPropagation(metadata, options);
  const asked = options.gracePeriodSeconds;
  const wanted = strategy.gracePeriod?.(object, asked) ?? 0;
  const grace = wanted < 0 ? 1 : wanted;
  const held = (metadata.finalizers?.length ?? 0) > 0 || heldBack;
  if (metadata.deletionTimestamp === undefined) {
    // What has no grace and nothing that holds it back goes as it is.
    if (!held && strategy.gracePeriod === undefined) return true;
    metadata.deletionTimestamp = formatTime(Math.min(now + grace * 1000, latestTime));
    strategy.prepareDelete?.(object);
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
  setFinalizer(metadata, policy === 'Orphan' ? 'orphan' : policy === 'Foreground' ? 'foregroundDeletion' : undefined);
}

/** Leaves this finalizer of those of the policies; undefined: none. */
function setFinalizer(metadata: ObjectMeta, wanted: string | undefined): void {
  const finalizers = (metadata.finalizers ?? []).filter(
    (finalizer) => finalizer === wanted || !propagationFinalizers.has(finalizer),
  );
  if (wanted !== undefined && !finalizers.includes(wanted)) finalizers.push(wanted);
  if (finalizers.length === 0) delete metadata.finalizers;
  else metadata.finalizers = finalizers;
}
