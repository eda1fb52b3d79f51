// The write pipeline: decode, default, own, mutate, validate, encode, commit. Every write of an object takes these steps in
// this order; what differs is in its `WriteOperation`. What was read is the guard of the commit. Writes that name no version
// take turns, so that none loses to another of this process; one that lost to another server starts over from the newer
// object.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { StatusError } from '../../../../shared/object/status-error.ts';
import type { AdmissionAttributes } from '../../../admission/contract/admission.ts';
import type { RegistryDependencies } from '../../context/registry-dependencies.ts';
import type { Resource } from '../../contract/resource.ts';
import type { Written } from '../../contract/written.ts';
import type { Draft, LiveObject, WriteBranch, WriteOperation, WriteSteps } from '../contract/write-operation.ts';
import { isPending } from '../../../../shared/process/async/maybe-promise.ts';
import { alreadyExists, generatedNameTaken, notFound } from '../../../../shared/object/errors.ts';
import { applyDefaults } from '../../../../shared/schema/default.ts';
import { largeBytes } from '../../context/large-work.ts';
import { dropDisabledFields } from '../../object/disabled-fields.ts';
import { dropRepeatedOwners, generateName, takeNamespace } from '../../object/metadata.ts';
import { defaultObject } from '../../object/schema-steps.ts';
import { decodeEntry } from '../../object/converted-objects.ts';
import { groupResourceOf, keyOf, storageOf } from '../../object/stored-objects.ts';
import { type Entry, UnreadableValueError } from '../../../storage/contract/store.ts';
import { decodeStored } from '../../../storage/format/stored-object.ts';
import { admissionAttributes, shownObject } from './admitted.ts';
import { acceptDraft, commitDraft, type Lost } from './commit-draft.ts';
import { mayCreate } from './may-create.ts';
import { ownFields, settleOwners } from './own-fields.ts';

/** Names tried for one `generateName`. */
const mostNames = 8;
const afterMutation = ' after mutating admission happens';

/**
 * Throws 404 where there is no object to change, 409 for a name that is taken, a stale version or a wrong uid, 422 for an
 * object that is not valid, what admission refuses with, and why the request is over when it ends before its turn.
 */
export async function writeObject(parts: RegistryDependencies, operation: WriteOperation): Promise<Written> {
  const { resource, namespace, name, named, request, change, create } = operation;
  storageOf(resource, request.verb);
  if (change === undefined) {
    if (create === undefined) throw notFound(groupResourceOf(resource), name);
    const written = await runSteps(parts, operation, create, undefined);
    if (written.outcome === 'lost') throw nameTaken(resource, written);
    return written;
  }
  const key = keyOf(resource, namespace, name);
  return parts.writeTurns.write(key, request, { named, attempt: () => attempt(parts, operation, change, key) });
}

/**
 * The same steps without a commit, for what is sent to be answered or carried out and is not stored: a token request, a review, a
 * binding, an eviction. Returns the object as it was accepted. Throws 422, and what admission refuses with.
 */
export async function acceptObject(
  parts: RegistryDependencies,
  operation: WriteOperation & Required<Pick<WriteOperation, 'unstored' | 'create'>>,
): Promise<ApiObject> {
  const { create } = operation;
  const { draft, attributes } = await openDraft(parts, operation, create, undefined);
  create.steps.prepare(draft);
  settleOwners(draft);
  return acceptDraft(draft, create.steps, attributes);
}

async function attempt(
  parts: RegistryDependencies,
  operation: WriteOperation,
  change: WriteBranch<LiveObject>,
  key: string,
): Promise<Written | 'lost'> {
  const { resource, name, request, create } = operation;
  const entry = await parts.store.get(key);
  if (entry === undefined) {
    if (create === undefined) throw notFound(groupResourceOf(resource), name);
    await mayCreate(request);
    const written = await runSteps(parts, operation, create, undefined);
    return written.outcome === 'lost' ? 'lost' : written;
  }
  // A small patch of a large object is as much work as a large one.
  const large = entry.value.length > largeBytes;
  if (large) await parts.largeWork.turn(request);
  const decoding = decodeEntry(resource, entry, request);
  const object = isPending(decoding) ? await decoding : decoding;
  if (large) await parts.largeWork.turn(request);
  const written = await runSteps(parts, operation, change, { entry, object });
  return written.outcome === 'lost' ? 'lost' : written;
}

/** One attempt from the proposal to the commit. */
async function runSteps<Live extends LiveObject | undefined>(
  parts: RegistryDependencies,
  operation: WriteOperation,
  branch: WriteBranch<Live>,
  live: Live,
): Promise<Written | Lost> {
  const { steps } = branch;
  const { draft, attributes } = await openDraft(parts, operation, branch, live);
  const loading = steps.complete === undefined ? undefined : operation.resource.strategy.load?.(draft.object);
  if (loading !== undefined) await loading;
  const prefix = live === undefined ? generatedPrefix(draft) : '';
  for (let tried = 1; ; tried += 1) {
    if (prefix !== '') {
      draft.object.metadata.name = generateName(prefix);
      operation.resource.strategy.applyDefaults?.(draft.object);
    }
    // For every name that is tried: what it sets may follow from the name.
    steps.prepare(draft);
    if (steps.complete !== undefined) settleOwners(draft);
    const written = await commitDraft(draft, steps, attributes);
    if (written.outcome !== 'lost' || prefix === '') return written;
    if (tried === mostNames) throw generatedNameTaken(groupResourceOf(operation.resource), written.name);
  }
}

/** A write as mutating admission left it. */
interface OpenDraft<Live extends LiveObject | undefined> {
  readonly draft: Draft<Live>;
  readonly attributes: AdmissionAttributes;
}

/** From the proposal to mutating admission. Waits only where there is something to wait for: most writes go in one go. */
async function openDraft<Live extends LiveObject | undefined>(
  parts: RegistryDependencies,
  operation: WriteOperation,
  branch: WriteBranch<Live>,
  live: Live,
): Promise<OpenDraft<Live>> {
  const { request } = operation;
  const { steps } = branch;
  const proposing = branch.propose(live);
  const proposed = isPending(proposing) ? await proposing : proposing;
  const large = proposed.large === true || (live !== undefined && live.entry.value.length > largeBytes);
  if (large && live !== undefined) await parts.largeWork.turn(request);
  const { object, missingFields, emptyLists = [], emptyContent = [] } = proposed;
  const draft: Draft<Live> = {
    parts,
    operation,
    live,
    object,
    missingFields,
    emptyLists,
    emptyContent,
    disabledContent: false,
    large,
    owned: undefined,
    namedVersion: 0,
  };
  steps.check(draft);
  const owning = completeDraft(draft, steps);
  if (owning !== undefined) await owning;
  const attributes = attributesOf(draft, steps);
  const mutating = operation.admitted === true ? undefined : parts.admission.mutate(attributes, request);
  if (mutating !== undefined) await mutating;
  takeMutations(draft, steps, attributes);
  return { draft, attributes };
}

/** The draft as admission gets it: metadata, defaults, owners. A removal has none of them. */
function completeDraft<Live extends LiveObject | undefined>(
  draft: Draft<Live>,
  steps: WriteSteps<Live>,
): void | Promise<void> {
  if (steps.complete === undefined) return;
  const { request } = draft.operation;
  warnOfRepeatedOwners(draft, request.verb === 'patch' ? afterMutation : '');
  steps.complete(draft);
  setDefaults(draft);
  return ownFields(draft, steps.subresource);
}

/** Of a removal admission is shown the stored object only. */
function attributesOf<Live extends LiveObject | undefined>(
  { operation, live, object, carriedOver }: Draft<Live>,
  steps: WriteSteps<Live>,
): AdmissionAttributes {
  const { request, resource, namespace, dryRun, deleteOptions } = operation;
  return admissionAttributes({
    request,
    resource,
    operation: steps.admission,
    subresource: steps.subresource,
    namespace,
    // A removal of many is one request about a collection, and a review of one of its objects has no name.
    name: request.verb === 'deletecollection' ? '' : nameOf(operation, object, steps.subresource),
    object: steps.complete === undefined ? undefined : shownObject(steps, object),
    oldObject: live === undefined ? undefined : shownObject(steps, live.object),
    ...(carriedOver === undefined ? {} : { carriedOver }),
    dryRun,
    ...(deleteOptions === undefined ? {} : { deleteOptions }),
  });
}

/** A token request need not name its account. */
function nameOf({ name }: WriteOperation, { metadata }: ApiObject, subresource: string): string {
  const said = metadata.name ?? '';
  return said === '' && subresource !== '' ? name : said;
}

/** What mutating admission has made of the object, with its defaults. */
function takeMutations<Live extends LiveObject | undefined>(
  draft: Draft<Live>,
  steps: WriteSteps<Live>,
  attributes: AdmissionAttributes,
): void {
  if (steps.complete === undefined) return;
  const { parts, operation, live } = draft;
  const { schema } = operation.unstored ?? operation.resource;
  const { admitted } = steps;
  if (admitted === undefined) draft.object = attributes.object ?? draft.object;
  else if (attributes.object !== undefined) admitted.take(draft.object, attributes.object);
  if (operation.unstored === undefined) takeNamespace(operation.resource, operation.namespace, draft.object.metadata);
  warnOfRepeatedOwners(draft, afterMutation);
  steps.restore?.(draft);
  setDefaults(draft);
  draft.disabledContent = dropDisabledFields(schema, draft.object, live?.object, parts.disabledFields);
}

/** In place; repeatable. */
function setDefaults({ operation: { resource, unstored }, object }: Draft): void {
  if (unstored === undefined) defaultObject(resource, object);
  else applyDefaults(object, unstored.schema);
}

/** In place: identical owners are kept once. `when`: at which point of the write, as the warning says it. */
function warnOfRepeatedOwners({ operation, object }: Draft, when: string): void {
  const warning = dropRepeatedOwners(object.metadata, when);
  if (warning !== undefined) operation.request.warn(warning);
}

/** The prefix of the name that the service has to make; '' where the object has a name. */
function generatedPrefix({ object: { metadata } }: Draft): string {
  return (metadata.name ?? '') === '' ? (metadata.generateName ?? '') : '';
}

function nameTaken(resource: Resource, { name, current }: Lost): StatusError {
  const terminating = current !== undefined && isGoing(current);
  return alreadyExists(groupResourceOf(resource), name, terminating ? 'object is being deleted: ' : '');
}

/** Whether the present object is being deleted. One that cannot be read is taken for one that stays. */
function isGoing(entry: Entry): boolean {
  try {
    return decodeStored(entry).metadata.deletionTimestamp !== undefined;
  } catch (error) {
    if (error instanceof UnreadableValueError) return false;
    throw error;
  }
}
