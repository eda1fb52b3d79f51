// The second half of the write pipeline: validation, what the object takes from shared pools, encoding, commit.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { AdmissionAttributes } from '../../../admission/contract/admission.ts';
import type { Written } from '../../contract/written.ts';
import type { CommitResult, Entry, KeyVersion, Store, Write } from '../../../storage/contract/store.ts';
import type { Draft, LiveObject, WriteSteps } from '../contract/write-operation.ts';
import { invalid, versionOfNewObject } from '../../../../shared/object/errors.ts';
import { requireLivingNamespace } from '../../../admission/rule/living-namespace.ts';
import { collectionPrefix } from '../../../storage/format/keys.ts';
import { decodeStored, equalStored } from '../../../storage/format/stored-object.ts';
import { throwIfOver } from '../../context/throw-if-over.ts';
import { encodeObject, groupKindOf, keyOf } from '../../object/stored-objects.ts';
import { allocateAll, noAllocations, releaseAll, rollbackAfter } from './allocations.ts';

const namespaceCollection = collectionPrefix({ group: '', resource: 'namespaces' });

/** Another write was first. */
export interface Lost {
  readonly outcome: 'lost';
  readonly name: string;
  /** What it left; undefined: the object is gone. */
  readonly current: Entry | undefined;
}

/** `attributes`: as mutating admission left them. Throws 422, what admission refuses with, and why the request is over. */
export async function commitDraft<Live extends LiveObject | undefined>(
  draft: Draft<Live>,
  steps: WriteSteps<Live>,
  attributes: AdmissionAttributes,
): Promise<Written | Lost> {
  const { parts, operation, live, object } = draft;
  const { resource, request, dryRun } = operation;
  const name = object.metadata.name ?? '';
  if (draft.large) await parts.largeWork.turn(request);
  const faults = steps.validate(draft);
  if (faults.length > 0) throw invalid(groupKindOf(resource), name, faults);
  const whole = steps.complete !== undefined;
  const allocating = whole ? allocateAll(parts, resource, object, live?.object, dryRun) : noAllocations;
  const allocations = allocating instanceof Promise ? await allocating : allocating;
  try {
    if (allocations.errors.length > 0) throw invalid(groupKindOf(resource), name, allocations.errors);
    const admitting = parts.admission.validate(whole ? { ...attributes, name, object } : attributes, request);
    if (admitting !== undefined) await admitting;
    if (draft.large) await parts.largeWork.turn(request);
    throwIfOver(request);
    const written = await committed(draft, steps, attributes);
    if (allocations !== noAllocations)
      await (written.outcome === 'lost' ? allocations.rollback() : allocations.commit());
    if (written.outcome === 'removed' && !dryRun) await releaseAll(parts, resource, written.object);
    return written;
  } catch (error) {
    if (allocations !== noAllocations) await rollbackAfter(error, allocations);
    throw error;
  }
}

/** Encodes the object and commits it, unless nothing changed or it is a dry run. */
async function committed<Live extends LiveObject | undefined>(
  draft: Draft<Live>,
  steps: WriteSteps<Live>,
  attributes: AdmissionAttributes,
): Promise<Written | Lost> {
  const { parts, operation, live, object, namedVersion } = draft;
  const { resource, namespace, dryRun } = operation;
  const name = object.metadata.name ?? '';
  const key = live === undefined ? keyOf(resource, namespace, name) : live.entry.key;
  const value = encodeObject(resource, object);
  const gone = steps.isGone(draft);
  if (live === undefined) {
    if (dryRun) {
      const current = await parts.store.get(key);
      if (current !== undefined) return { outcome: 'lost', name, current };
      return { outcome: 'created', object, value, revision: namedVersion === 0 ? undefined : namedVersion };
    }
    if (namedVersion !== 0) throw versionOfNewObject(parts.vendor.behaviour.versionedCreateStatus);
  } else {
    const { revision } = live.entry;
    if (!gone && equalStored(value, live.entry.value)) return { outcome: 'unchanged', object, value, revision };
    const marks = gone && steps.admission === 'DELETE' && finalizersOf(object) !== finalizersOf(live.object);
    if (dryRun)
      return { outcome: gone ? 'removed' : 'updated', object, value, revision, ...(marks ? { marked: true } : {}) };
  }
  const ttl = resource.strategy.ttlSeconds;
  const expires = ttl !== undefined && !gone && steps.admission !== 'DELETE';
  const write: Write = {
    key,
    value: gone ? undefined : value,
    expected: live?.entry.revision ?? 0,
    onlyWhile: namespaceGuard(attributes),
    ...(expires ? { ttlSeconds: ttl } : {}),
  };
  const first = await parts.store.commit(write);
  const result = isOvertaken(first) ? await commitInNamespace(parts.store, attributes, write, first) : first;
  if (result.outcome === 'conflict') return { outcome: 'lost', name, current: result.current };
  const { revision } = result;
  return { outcome: live === undefined ? 'created' : gone ? 'removed' : 'updated', object, value, revision };
}

type Overtaken = Extract<CommitResult, { readonly outcome: 'conflict' }>;

function isOvertaken(result: CommitResult): result is Overtaken {
  return result.outcome === 'conflict' && result.overtaken === true;
}

/** The namespace has changed meanwhile: does it still take new objects? */
async function commitInNamespace(
  store: Store,
  attributes: AdmissionAttributes,
  write: Write,
  overtaken: Overtaken,
): Promise<CommitResult> {
  let result: CommitResult = overtaken;
  while (isOvertaken(result)) {
    const { current } = result;
    requireLivingNamespace(attributes, current && decodeStored(current));
    result = await store.commit({ ...write, onlyWhile: current });
  }
  return result;
}

/** The namespace as admission saw it: another server, or a wait of this one, may have let it go and emptied it since then. */
function namespaceGuard({ namespace, namespaceVersion }: AdmissionAttributes): KeyVersion | undefined {
  if (namespaceVersion === undefined) return undefined;
  return { key: namespaceCollection + namespace, revision: Number(namespaceVersion) };
}

function finalizersOf({ metadata }: ApiObject): string {
  return (metadata.finalizers ?? []).join();
}
