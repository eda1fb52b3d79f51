// A lister over a watch cache, for those who decide. An object is decoded when it is first looked at, and once.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import type { CachedResource } from './cached-resource.ts';
import type { CachedObject } from '../contract/resource-cache.ts';
import { decodeJson } from '../format/stored-object.ts';

/** Shows what the cache shows; before the cache is ready, nothing. */
export function listerOf(cache: Pick<CachedResource, 'prefix' | 'current' | 'changed'>): Lister {
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
    const revision = cache.changed();
    if (listed?.revision !== revision) {
      listed = { revision, objects: Array.from(cache.current().scan(cache.prefix), decode) };
    }
    return listed.objects;
  }

  return {
    get(namespace, name) {
      const key = namespace === '' ? cache.prefix + name : `${cache.prefix}${namespace}/${name}`;
      const object = cache.current().get(key);
      // Names come from requests: one that holds a slash would otherwise name an object of another namespace.
      return object?.namespace === namespace && object.name === name ? decode(object) : undefined;
    },
    list(namespace) {
      if (namespace === undefined || namespace === '') return all();
      return Array.from(cache.current().scan(`${cache.prefix}${namespace}/`), decode);
    },
    revision: () => cache.changed(),
  };
}
