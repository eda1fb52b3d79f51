// A lister over a watch cache, for authorization, admission and controllers. Objects are decoded once, at their first use.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import type { CachedResource } from './cached-resource.ts';
import type { CachedObject } from '../contract/resource-cache.ts';
import { decodeJson } from '../format/stored-object.ts';

/** The count where there is no cache. */
const nowhere = -1;

/**
 * Shows the objects of the current cache; none while there is no cache. Before the cache is ready, and while it is reloaded, that
 * is a past state: callers that decide must wait for `WatchCache.whenFresh`.
 */
export function listerOf(cacheOf: () => Pick<CachedResource, 'prefix' | 'current' | 'changes'> | undefined): Lister {
  const decoded = new WeakMap<CachedObject, ApiObject>();
  let listed: { readonly revision: number; readonly objects: readonly ApiObject[] } | undefined;

  function decode(object: CachedObject): ApiObject {
    const known = decoded.get(object);
    if (known !== undefined) return known;
    const fresh = decodeJson(object.text);
    decoded.set(object, fresh);
    return fresh;
  }

  function all(): readonly ApiObject[] {
    const cache = cacheOf();
    const revision = cache?.changes() ?? nowhere;
    if (listed?.revision !== revision) {
      listed = { revision, objects: cache === undefined ? [] : Array.from(cache.current().scan(cache.prefix), decode) };
    }
    return listed.objects;
  }

  return {
    get(namespace, name) {
      const cache = cacheOf();
      if (cache === undefined) return undefined;
      const key = namespace === '' ? cache.prefix + name : `${cache.prefix}${namespace}/${name}`;
      const object = cache.current().get(key);
      // Names come from requests: one that holds a slash would otherwise name an object of another namespace.
      return object?.namespace === namespace && object.name === name ? decode(object) : undefined;
    },
    list(namespace) {
      if (namespace === undefined || namespace === '') return all();
      const cache = cacheOf();
      return cache === undefined ? [] : Array.from(cache.current().scan(`${cache.prefix}${namespace}/`), decode);
    },
    revision: () => cacheOf()?.changes() ?? nowhere,
  };
}

/** The same for readers that would allow too much without an object: throws UnreadableValueError while one cannot be read. */
export function wholeListerOf(
  cacheOf: () => Pick<CachedResource, 'prefix' | 'current' | 'changes' | 'fault'> | undefined,
): Lister {
  const lister = listerOf(cacheOf);
  const requireWhole = (): void => {
    const fault = cacheOf()?.fault();
    if (fault !== undefined) throw fault.error;
  };
  return {
    get(namespace, name) {
      requireWhole();
      return lister.get(namespace, name);
    },
    list(namespace) {
      requireWhole();
      return lister.list(namespace);
    },
    revision: () => lister.revision(),
  };
}
