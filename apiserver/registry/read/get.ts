// `get`: one object (VERB-017). Without a version the answer is the newest committed anywhere; `0` is whatever the cache
// holds; a version is that or a newer one (RV-006 to RV-009).

import { mapMaybePromise } from '../../../shared/process/async/maybe-promise.ts';
import type { CachedObject, ResourceCache } from '../../storage/contract/resource-cache.ts';
import type { Revision } from '../../storage/contract/store.ts';
import type { RegistryDependencies } from '../context/registry-dependencies.ts';
import type { Resource } from '../contract/resource.ts';
import type { Response, ResourceRequest } from '../contract/resource-handler.ts';
import type { AskedVersion } from '../options/resource-version.ts';
import { notFound } from '../../../shared/object/errors.ts';
import { resourceVersionOf } from '../options/resource-version.ts';
import { negotiateOutput } from '../representation/output/negotiated-output.ts';
import { cachedResponse } from '../representation/object-response.ts';
import { servedObject } from '../object/converted-objects.ts';
import { cachedObjectOf, groupResourceOf, keyOf } from '../object/stored-objects.ts';
import { reach } from './chunk.ts';

export function get(parts: RegistryDependencies, request: ResourceRequest): Response | Promise<Response> {
  const { resource } = request;
  const form = negotiateOutput(parts, request, 'object');
  const stored = readObject(parts, request, resourceVersionOf(request.query));
  const held = mapMaybePromise(stored, (known) => servedObject(resource, known, request));
  return mapMaybePromise(held, (known) => cachedResponse(parts, resource, form, known));
}

/** The stored object of the request's path, at once where the cache is known to have the newest. Throws, or rejects with, 404. */
export function readObject(
  parts: RegistryDependencies,
  request: ResourceRequest,
  version: AskedVersion,
): CachedObject | Promise<CachedObject> {
  const { resource, name } = request;
  const key = keyOf(resource, request.namespace, name);
  const there = (held: CachedObject | undefined): CachedObject => {
    if (held === undefined) throw notFound(groupResourceOf(resource), name);
    return held;
  };
  const held = readKey(parts, request, key, version);
  return mapMaybePromise(held, there);
}

type Found = CachedObject | undefined;

function readKey(
  parts: RegistryDependencies,
  request: ResourceRequest,
  key: string,
  version: AskedVersion,
): Found | Promise<Found> {
  const { resource } = request;
  const cache = parts.cacheOf(resource);
  if (version.kind !== 'unset' && cache.fault() === undefined) return readCached(cache, key, version, request);
  // There the latest revision costs as much as the object.
  if (parts.store.remote === true) return readStored(parts, resource, key);
  // The cache is as current as the store once it has seen the store's last revision.
  const newest = (latest: Revision): Found | Promise<Found> => {
    const held = cache.getIfFresh(key, latest);
    return held === 'behind' ? readStored(parts, resource, key) : held;
  };
  const latest = parts.store.latest();
  return mapMaybePromise(latest, newest);
}

async function readStored(parts: RegistryDependencies, resource: Resource, key: string): Promise<Found> {
  const entry = await parts.store.get(key);
  return entry === undefined ? undefined : cachedObjectOf(resource, entry);
}

async function readCached(
  cache: ResourceCache,
  key: string,
  version: Exclude<AskedVersion, { kind: 'unset' }>,
  request: ResourceRequest,
): Promise<Found> {
  if (version.kind === 'any') await cache.ready();
  else await reach(cache, version, request.signal);
  return cache.current().get(key);
}
