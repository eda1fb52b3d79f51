// Removes an object that cannot be read (DEL-024 to DEL-028): without its finalizers, preconditions, admission or the release of what
// it holds, because nothing of it is known. Its user needs a separate verb for it.

import { invalid, forbidden } from '../../../shared/object/errors.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import type { StatusError } from '../../../shared/object/status-error.ts';
import { type Entry, UnreadableValueError } from '../../storage/contract/store.ts';
import { readErrorOption } from '../context/delete-options.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import { throwIfOver } from '../context/throw-if-over.ts';
import type { ResourceRequest } from '../contract/resource-handler.ts';
import { decodeStored } from '../../storage/format/stored-object.ts';
import { groupResourceOf, keyOf, storageOf } from '../object/stored-objects.ts';

const verb = 'unsafe-delete-ignore-read-errors';

/**
 * 'readable': the object can be read, or is not there, and nothing was done. Waits for its turn behind other writes of the object.
 * Throws 403 without the right to the verb, and 422 for a readable object where the vendor has it so.
 */
export async function deleteUnreadable(
  parts: RegistryDependencies,
  request: ResourceRequest,
): Promise<'removed' | 'readable'> {
  const { resource, namespace, name } = request;
  storageOf(resource, 'delete');
  request.annotate(parts.vendor.fill('apiserver.{api}/unsafe-delete-ignore-read-error'), '');
  await requireRight(request);
  const key = keyOf(resource, namespace, name);
  const attempt = async (): Promise<'removed' | 'readable' | 'lost'> => {
    const entry = await parts.store.get(key);
    if (entry === undefined || isReadable(entry)) return 'readable';
    throwIfOver(request);
    const result = await parts.store.commit({ key, value: undefined, expected: entry.revision });
    if (result.outcome === 'conflict') return 'lost';
    parts.log.warn('an object that cannot be read was removed', { key, user: request.user.username });
    return 'removed';
  };
  const outcome = await parts.writeTurns.write(key, request, { named: false, attempt });
  if (outcome === 'readable' && parts.vendor.behaviour.readErrorOption === 'gated') {
    const text = 'is exclusively used to delete corrupt object(s), try again by removing this option';
    const subject = { group: resource.group, kind: resource.name };
    throw invalid(subject, name, [invalidValue(readErrorOption, true, text)]);
  }
  return outcome;
}

/** 422: a collection is not deleted so. */
export function refuseForCollections({ vendor }: Pick<RegistryDependencies, 'vendor'>): StatusError {
  const text = 'is not allowed with DELETECOLLECTION, try again after removing the option';
  const subject = { group: vendor.fill('meta.{api}'), kind: 'DeleteOptions' };
  return invalid(subject, '', [invalidValue(readErrorOption, true, text)]);
}

async function requireRight(request: ResourceRequest): Promise<void> {
  const { resource, namespace, name } = request;
  const { group, version, name: plural } = resource;
  const decision = await request.authorize({
    verb,
    group,
    version,
    resource: plural,
    subresource: '',
    namespace,
    name,
  });
  if (decision.outcome === 'allow') return;
  throw forbidden(groupResourceOf(resource), name, `not permitted to do "${verb}", reason: ${decision.reason}`);
}

function isReadable(entry: Entry): boolean {
  try {
    decodeStored(entry);
    return true;
  } catch (error) {
    if (error instanceof UnreadableValueError) return false;
    throw error;
  }
}
