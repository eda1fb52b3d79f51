// `list`: a collection or a chunk of it (VERB-020, LIST-001 to LIST-025). The answer is the items' stored bytes, put side
// by side; nothing is decoded unless another representation was asked for.

import type { RegistryParts } from '../parts.ts';
import type { VerbAnswer, VerbRequest } from '../verb.ts';
import { encodeContinueToken } from '../options/continue-token.ts';
import { listOptionsOf } from '../options/list-options.ts';
import { answerList } from '../representation/list-answer.ts';
import { formOf } from '../representation/form.ts';
import { selectionOf } from '../selection.ts';
import { storageOf } from '../stored-objects.ts';
import { readChunk } from './chunk.ts';

export async function list(parts: RegistryParts, request: VerbRequest): Promise<VerbAnswer> {
  const { resource } = request;
  const storage = storageOf(resource, 'list');
  const form = formOf(parts, request, 'list');
  const options = listOptionsOf(parts.vendor, request.query);
  const selection = selectionOf(resource, storage.prefix, {
    ...options,
    namespace: request.namespace,
    name: request.name,
  });
  const chunk = await readChunk(parts, resource, storage, selection, options, request);
  const figures = parts.figures?.(resource);
  figures?.lists.increment();
  figures?.listed.increment('size' in chunk.items ? chunk.items.size : chunk.items.length);
  const token =
    chunk.next === undefined
      ? undefined
      : encodeContinueToken(parts.vendor, { revision: chunk.revision, start: chunk.next });
  const listed = {
    revision: chunk.revision,
    items: chunk.items,
    ...(token === undefined ? {} : { continue: token }),
    ...(chunk.remaining === undefined ? {} : { remaining: chunk.remaining }),
  };
  return answerList(parts, resource, form, listed, request);
}
