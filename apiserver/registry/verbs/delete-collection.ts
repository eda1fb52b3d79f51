// `deletecollection`: DELETE of a collection (VERB-040, DEL-037, DRY-027). Every selected object goes through the same
// deletion as a single one; the response lists them as they were before.

import type { RegistryParts } from '../parts.ts';
import type { CachedObject } from '../../storage/resource-cache.ts';
import type { VerbAnswer, VerbRequest } from '../verb.ts';
import { inParallel } from '../../../shared/process/in-parallel.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import { deleteOptionsOf } from '../options/delete-options.ts';
import { listOptionsOf } from '../options/list-options.ts';
import { formOf } from '../representation/form.ts';
import { answerList } from '../representation/list-answer.ts';
import { selectionOf } from '../selection.ts';
import { storageOf } from '../stored-objects.ts';
import { readChunk } from './chunk.ts';
import { deleteObject } from './delete-object.ts';

export async function deleteCollection(parts: RegistryParts, request: VerbRequest): Promise<VerbAnswer> {
  const { resource } = request;
  const storage = storageOf(resource, 'deletecollection');
  const form = formOf(parts, request, 'list');
  const options = await deleteOptionsOf(parts, request);
  const listing = listOptionsOf(parts.vendor, request.query);
  const selection = selectionOf(resource, storage.prefix, {
    ...listing,
    namespace: request.namespace,
    name: request.name,
  });
  const chunk = await readChunk(parts, resource, storage, selection, listing, request);
  const remove = async ({ namespace, name }: CachedObject): Promise<void> => {
    request.signal.throwIfAborted();
    try {
      await deleteObject(parts, { request, resource, namespace, name, options });
    } catch (error) {
      // An object that is gone already is what the client asked for.
      if (!(error instanceof StatusError && error.reason === 'NotFound')) throw error;
    }
  };
  await inParallel(parts.deleteWorkers ?? 1, chunk.items, remove);
  return answerList(parts, resource, form, { revision: chunk.revision, items: chunk.items }, request);
}
