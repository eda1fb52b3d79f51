// `list`: a collection or a chunk of it (VERB-020, LIST-001 to LIST-025). The answer is the items' stored bytes, put side
// by side; nothing is decoded unless another representation was asked for.

import { mapMaybePromise } from '../../../shared/process/async/maybe-promise.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import { listPositionOf, listSelectionOf } from '../options/list-options.ts';
import { listResponse } from '../representation/list-response.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { selectionOf } from '../object/selection-predicate.ts';
import { storageOf } from '../object/stored-objects.ts';
import { readChunk } from './chunk.ts';
import { listPlaceOf } from './list-place.ts';
import { servedItems } from './served-items.ts';

export function list(parts: RegistryDependencies, request: ResourceRequest): Response | Promise<Response> {
  const { resource } = request;
  const storage = storageOf(resource, 'list');
  const form = negotiateOutput(parts, request, 'list');
  const { namespace, name, query } = request;
  const { labelSelector, fieldSelector, match, limit } = listSelectionOf(parts.vendor, query);
  const selection = selectionOf(resource, storage, { namespace, name, labelSelector, fieldSelector });
  const { version, token } = listPositionOf(parts.vendor, query);
  const options = { version, match, limit, token };
  const chunk = readChunk(parts, resource, storage, selection, options, request);
  return mapMaybePromise(chunk, (read) => {
    const { items } = read;
    const figures = parts.metrics?.(resource);
    figures?.lists.increment();
    figures?.listed.increment('size' in items ? items.size : items.length);
    const place = listPlaceOf(parts, read, selection);
    return mapMaybePromise(servedItems(parts.clock, resource, items, selection.served, request), (served) =>
      listResponse(parts, resource, form, { ...place, items: served }, request),
    );
  });
}
