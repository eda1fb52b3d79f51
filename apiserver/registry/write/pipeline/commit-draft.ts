// The second half of the write pipeline: validation, what the object takes from shared pools, encoding, commit.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { AdmissionAttributes, Charge } from '../../../admission/contract/admission.ts';
import type { Written } from '../../contract/written.ts';
import type { CommitResult, Entry, KeyChange, KeyVersion, Store, Write } from '../../../storage/contract/store.ts';
import type { Draft, LiveObject, WriteSteps } from '../contract/write-operation.ts';
import { isPending, mapMaybePromise } from '../../../../shared/process/async/maybe-promise.ts';
import { forbidden, invalid, versionOfNewObject } from '../../../../shared/object/errors.ts';
import { ValueTooLargeError } from '../../../storage/contract/store.ts';
import { requireLivingNamespace } from '../../../admission/rule/living-namespace.ts';
import { collectionPrefix } from '../../../storage/format/keys.ts';
import { decodeStored, equalStored } from '../../../storage/format/stored-object.ts';
import { throwIfOver } from '../../context/throw-if-over.ts';
import { encodeObject } from '../../object/converted-objects.ts';
import { groupKindOf, keyOf } from '../../object/stored-objects.ts';
import { shownObject } from './admitted.ts';
import { type Overtaken, uncharged, withCharge } from './charge.ts';
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
  const { resource, dryRun } = operation;
  const name = object.metadata.name ?? '';
  const checking = requireValid(draft, steps);
  if (checking !== undefined) await checking;
  const whole = steps.complete !== undefined;
  const allocating = whole ? allocateAll(parts, resource, object, live?.object, dryRun) : noAllocations;
  const allocations = isPending(allocating) ? await allocating : allocating;
  try {
    if (allocations.errors.length > 0) throw invalid(groupKindOf(resource), name, allocations.errors);
    // Before admission: warnings are also sent with a refusal, and when another write was first.
    for (const warning of steps.warnings(draft)) operation.request.warn(warning);
    const admitting = requireAdmitted(draft, steps, attributes);
    const charge = isPending(admitting) ? await admitting : admitting;
    const written =
      charge === undefined
        ? await uncharged(committed(draft, steps, attributes, []))
        : await withCharge(draft, charge, (together) => committed(draft, steps, attributes, together));
    if (allocations !== noAllocations)
      await (written.outcome === 'lost' ? allocations.rollback() : allocations.commit());
    if (written.outcome === 'removed' && !dryRun) await releaseAll(parts, resource, written.object);
    return written;
  } catch (error) {
    if (allocations !== noAllocations) await rollbackAfter(error, allocations);
    throw error;
  }
}

/** The same without a commit, for what is not stored. Returns the object as it was accepted. */
export async function acceptDraft<Live extends LiveObject | undefined>(
  draft: Draft<Live>,
  steps: WriteSteps<Live>,
  attributes: AdmissionAttributes,
): Promise<ApiObject> {
  const checking = requireValid(draft, steps);
  if (checking !== undefined) await checking;
  const admitting = requireAdmitted(draft, steps, attributes);
  if (isPending(admitting)) await admitting;
  return draft.object;
}

/** Throws 422. Waits where the object is large only. */
function requireValid<Live extends LiveObject | undefined>(
  draft: Draft<Live>,
  steps: WriteSteps<Live>,
): void | Promise<void> {
  const { parts, operation, object } = draft;
  const check = (): void => {
    const faults = steps.validate(draft);
    if (faults.length === 0) return;
    throw invalid(operation.unstored ?? groupKindOf(operation.resource), object.metadata.name ?? '', faults);
  };
  return draft.large ? parts.largeWork.turn(operation.request).then(check) : check();
}

/** What the write is charged to. Throws what validating admission refuses with, and why the request is over. */
function requireAdmitted<Live extends LiveObject | undefined>(
  { parts, operation, object, large }: Draft<Live>,
  steps: WriteSteps<Live>,
  attributes: AdmissionAttributes,
): Charge | undefined | Promise<Charge | undefined> {
  const { request } = operation;
  const name = object.metadata.name ?? '';
  const final = steps.complete === undefined ? attributes : { ...attributes, name, object: shownObject(steps, object) };
  const admitting = operation.admitted === true ? undefined : parts.admission.validate(final, request);
  if (large)
    return Promise.resolve(admitting)
      .then(() => parts.largeWork.turn(request))
      .then(() => final.charge);
  return mapMaybePromise(admitting, () => {
    throwIfOver(request);
    return final.charge;
  });
}

/** Encodes the object and commits it, without the record of its owners where it is too large for the store with it. */
async function committed<Live extends LiveObject | undefined>(
  draft: Draft<Live>,
  steps: WriteSteps<Live>,
  attributes: AdmissionAttributes,
  together: readonly KeyChange[],
): Promise<Written | Lost | Overtaken> {
  for (;;) {
    const encoding = encodeDraft(draft, steps);
    const encoded = isPending(encoding) ? await encoding : encoding;
    const known = withoutCommit(draft, encoded, steps);
    if (known !== undefined) return known;
    try {
      return await commitEncoded(draft, steps, attributes, { ...encoded, together });
    } catch (error) {
      if (!(error instanceof ValueTooLargeError) || !forgetOwners(draft)) throw error;
    }
  }
}

/** False where there are none, and where an apply needs them. */
function forgetOwners({ operation, object: { metadata } }: Draft): boolean {
  if (operation.writer?.operation !== 'Update' || metadata.managedFields === undefined) return false;
  delete metadata.managedFields;
  return true;
}

/** What is to be committed under a key. */
interface EncodedDraft {
  readonly name: string;
  readonly key: string;
  readonly value: Buffer;
  /** Nothing is left of the object. */
  readonly gone: boolean;
}

interface ChargedDraft extends EncodedDraft {
  /** What is used of quotas with it. */
  readonly together: readonly KeyChange[];
}

function encodeDraft<Live extends LiveObject | undefined>(
  draft: Draft<Live>,
  steps: WriteSteps<Live>,
): EncodedDraft | Promise<EncodedDraft> {
  const { operation, live, object } = draft;
  const { request, resource, namespace } = operation;
  const name = object.metadata.name ?? '';
  const key = live === undefined ? keyOf(resource, namespace, name) : live.entry.key;
  const gone = steps.isGone(draft);
  return mapMaybePromise(encodeObject(resource, object, request), (value) => ({ name, key, value, gone }));
}

/** The outcome of a change that changes nothing, and of the dry run of one; undefined: it has to be committed. */
function withoutCommit<Live extends LiveObject | undefined>(
  { operation, live, object }: Draft<Live>,
  { value, gone }: EncodedDraft,
  steps: WriteSteps<Live>,
): Written | undefined {
  if (live === undefined) return undefined;
  const { revision } = live.entry;
  const stored = live.entry.stale !== true && equalStored(value, live.entry.value);
  if (!gone && stored) return { outcome: 'unchanged', object, value, revision };
  if (!operation.dryRun) return undefined;
  const marks = gone && steps.admission === 'DELETE' && finalizersOf(object) !== finalizersOf(live.object);
  return { outcome: gone ? 'removed' : 'updated', object, value, revision, ...(marks ? { marked: true } : {}) };
}

function commitEncoded<Live extends LiveObject | undefined>(
  draft: Draft<Live>,
  steps: WriteSteps<Live>,
  attributes: AdmissionAttributes,
  { name, key, value, gone, together }: ChargedDraft,
): Promise<Written | Lost | Overtaken> {
  const { parts, operation, live, object } = draft;
  const { store } = parts;
  const { resource, dryRun } = operation;
  // Asked as late as this too: a webhook may have held the create meanwhile.
  const refused = live === undefined ? resource.strategy.refusesCreate?.() : undefined;
  if (refused !== undefined) throw forbidden({ group: resource.group, resource: resource.name }, name, refused);
  if (live === undefined && dryRun) return dryRunOfNew(draft, { name, key, value });
  if (draft.namedVersion !== 0) throw versionOfNewObject(parts.vendor.behaviour.versionedCreateStatus);
  const ttl = resource.strategy.ttlSeconds;
  const expires = ttl !== undefined && !gone && steps.admission !== 'DELETE';
  const write: Write = {
    key,
    value: gone ? undefined : value,
    expected: live?.entry.revision ?? 0,
    onlyWhile: namespaceGuard(attributes),
    ...(together.length > 0 ? { together } : {}),
    ...(expires ? { ttlSeconds: ttl } : {}),
  };
  const outcome = live === undefined ? 'created' : gone ? 'removed' : 'updated';
  const told = (result: CommitResult): Written | Lost | Overtaken => {
    if (result.outcome === 'committed') return { outcome, object, value, revision: result.revision };
    if (result.overtaken !== undefined) return { outcome: 'overtaken' };
    return { outcome: 'lost', name, current: result.current };
  };
  return store
    .commit(write)
    .then((result) =>
      isBeyond(result, write.onlyWhile) ? commitInNamespace(store, attributes, write, result).then(told) : told(result),
    );
}

/** Whether the name is free, and the object as it would be stored, with the version that the client named. */
async function dryRunOfNew(
  { parts, object, namedVersion }: Draft,
  { name, key, value }: Omit<EncodedDraft, 'gone'>,
): Promise<Written | Lost> {
  const current = await parts.store.get(key);
  if (current !== undefined) return { outcome: 'lost', name, current };
  return { outcome: 'created', object, value, revision: namedVersion === 0 ? undefined : namedVersion };
}

type Conflict = Extract<CommitResult, { readonly outcome: 'conflict' }>;

/** Whether it failed by this guard alone. */
function isBeyond(result: CommitResult, guard: KeyVersion | undefined): result is Conflict {
  return result.outcome === 'conflict' && result.overtaken !== undefined && result.overtaken === guard?.key;
}

/** The namespace has changed meanwhile: does it still take new objects? */
async function commitInNamespace(
  store: Store,
  attributes: AdmissionAttributes,
  write: Write,
  overtaken: Conflict,
): Promise<CommitResult> {
  let result: CommitResult = overtaken;
  while (isBeyond(result, write.onlyWhile)) {
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
