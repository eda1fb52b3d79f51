// `deletecollection`: DELETE of a collection (VERB-040, DEL-037, DRY-027). Every selected object goes through the same
// deletion as a single one; the response lists them as they were before.

import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { CachedObject } from '../../storage/contract/resource-cache.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import { inParallel } from '../../../shared/process/async/in-parallel.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import { deleteOptionsOf } from '../context/delete-options.ts';
import { listPositionOf, listSelectionOf } from '../options/list-options.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { listResponse } from '../representation/list-response.ts';
import { selectionOf } from '../object/selection-predicate.ts';
import { storageOf } from '../object/stored-objects.ts';
import { readChunk } from '../read/chunk.ts';
import { listPlaceOf } from '../read/list-place.ts';
import { servedItems } from '../read/served-items.ts';
import { refuseForCollections } from './delete-unreadable.ts';
import { removalOf } from './steps/removed-object.ts';
import { writeObject } from './pipeline/write-object.ts';

export async function deleteCollection(parts: RegistryDependencies, request: ResourceRequest): Promise<Response> {
  const { resource } = request;
  const storage = storageOf(resource, 'deletecollection');
  const form = negotiateOutput(parts, request, 'list');
  const asked = listSelectionOf(parts.vendor, request.query);
  const selection = selectionOf(resource, storage, { ...asked, namespace: request.namespace, name: request.name });
  const options = await deleteOptionsOf(parts, request);
  if (options.ignoreReadError) throw refuseForCollections(parts);
  const position = listPositionOf(parts.vendor, request.query);
  // As of a chunk, a version that is named is meant exactly.
  const exact = position.version.kind === 'at' && asked.match === '';
  const listing = { ...asked, ...position, match: exact ? 'Exact' : asked.match } as const;
  const chunk = await readChunk(parts, resource, storage, selection, listing, request);
  const remove = async ({ namespace, name }: CachedObject): Promise<void> => {
    request.signal.throwIfAborted();
    try {
      await writeObject(parts, removalOf(request, resource, { namespace, name }, options));
    } catch (error) {
      // An object that is already gone counts as deleted.
      if (!(error instanceof StatusError && error.reason === 'NotFound')) throw error;
    }
  };
  // Before anything is removed: a list that cannot be shown removes nothing.
  const items = await servedItems(parts.clock, resource, chunk.items, selection.served, request);
  await inParallel(parts.deleteWorkers ?? 1, items, remove);
  return listResponse(parts, resource, form, { ...listPlaceOf(parts, chunk, selection), items }, request);
}
