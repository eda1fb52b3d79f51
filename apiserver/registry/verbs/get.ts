// `get`: one object (VERB-017). Without a version the answer is the newest committed anywhere; `0` is whatever the cache
// holds; a version is that or a newer one (RV-006 to RV-009).

import type { CachedObject } from '../../storage/resource-cache.ts';
import type { RegistryParts } from '../parts.ts';
import type { VerbAnswer, VerbRequest } from '../verb.ts';
import type { AskedVersion } from '../options/resource-version.ts';
import { notFound } from '../../../shared/object/errors.ts';
import { resourceVersionOf } from '../options/resource-version.ts';
import { formOf } from '../representation/form.ts';
import { answerCached } from '../representation/object-answer.ts';
import { cachedObjectOf, groupResourceOf, keyOf } from '../stored-objects.ts';
import { reach } from './chunk.ts';

export async function get(parts: RegistryParts, request: VerbRequest): Promise<VerbAnswer> {
  const form = formOf(parts, request, 'object');
  const held = await readObject(parts, request, resourceVersionOf(request.query));
  return answerCached(parts, request.resource, form, held);
}

/** The object of the request's path. Throws 404 when it does not exist. */
export async function readObject(
  parts: RegistryParts,
  request: VerbRequest,
  version: AskedVersion,
): Promise<CachedObject> {
  const { resource, name } = request;
  const key = keyOf(resource, request.namespace, name);
  const held = await readKey(parts, request, key, version);
  if (held === undefined) throw notFound(groupResourceOf(resource), name);
  return held;
}

async function readKey(
  parts: RegistryParts,
  request: VerbRequest,
  key: string,
  version: AskedVersion,
): Promise<CachedObject | undefined> {
  const { resource } = request;
  const cache = parts.cacheOf(resource);
  if (version.kind === 'unset') {
    if (parts.store.remote !== true) {
      // The cache tells as much as the store once it has seen the store's last revision.
      const held = cache.peek(key, await parts.store.latest());
      if (held !== 'behind') return held;
    }
    const entry = await parts.store.get(key);
    return entry === undefined ? undefined : cachedObjectOf(resource, entry);
  }
  if (version.kind === 'any') await cache.ready();
  else await reach(cache, version, request.signal);
  return cache.current().get(key);
}
