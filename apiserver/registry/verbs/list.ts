// `list`: a collection or a chunk of it (VERB-020, LIST-001 to LIST-025). The answer is the items' stored bytes, put side
// by side; nothing is decoded unless another representation was asked for.

import { whenKnown } from '../../../shared/process/when-known.ts';
import type { RegistryParts } from '../parts.ts';
import type { VerbAnswer, VerbRequest } from '../verb.ts';
import { encodeContinueToken } from '../options/continue-token.ts';
import { listOptionsOf } from '../options/list-options.ts';
import { answerList } from '../representation/list-answer.ts';
import { formOf } from '../representation/form.ts';
import { selectionOf } from '../selection.ts';
import { storageOf } from '../stored-objects.ts';
import { readChunk } from './chunk.ts';

export function list(parts: RegistryParts, request: VerbRequest): VerbAnswer | Promise<VerbAnswer> {
  const { resource } = request;
  const storage = storageOf(resource, 'list');
  const form = formOf(parts, request, 'list');
  const options = listOptionsOf(parts.vendor, request.query);
  const selection = selectionOf(resource, storage.prefix, {
    ...options,
    namespace: request.namespace,
    name: request.name,
  });
  const chunk = readChunk(parts, resource, storage, selection, options, request);
  return whenKnown(chunk, ({ revision, items, next, remaining }) => {
    const figures = parts.figures?.(resource);
    figures?.lists.increment();
    figures?.listed.increment('size' in items ? items.size : items.length);
    const token = next === undefined ? undefined : encodeContinueToken(parts.vendor, { revision, start: next });
    const listed = {
      revision,
      items,
      ...(token === undefined ? {} : { continue: token }),
      ...(remaining === undefined ? {} : { remaining }),
    };
    return answerList(parts, resource, form, listed, request);
  });
}
