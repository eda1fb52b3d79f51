// The parameters of policies: objects of any served kind, from the watch cache.

import type { ApiObject } from '../../shared/object/api-object.ts';
import type { Abortable } from '../admission/contract/admission.ts';
import type { ParamKinds, ParamObjects } from '../admission/contract/params.ts';
import type { Resource, Resources } from '../registry/contract/resource.ts';
import type { CachedObject } from '../storage/contract/resource-cache.ts';
import type { WatchCache } from '../storage/cache/watch-cache.ts';
import { apiVersionOf } from '../../shared/object/group-version.ts';
import { decodeCached } from '../registry/object/converted-objects.ts';

type Caches = Pick<WatchCache, 'cacheOf'>;

export function admissionParams(resources: Resources, caches: Caches): ParamKinds {
  return {
    find(apiVersion, kind) {
      const resource = resources.all.find(
        (one) => one.kind === kind && apiVersionOf(one.group, one.version) === apiVersion && one.storage !== undefined,
      );
      return resource === undefined ? undefined : objectsOf(resource, caches);
    },
  };
}

function objectsOf(resource: Resource, caches: Caches): ParamObjects {
  const prefix = resource.storage?.prefix ?? '';
  const shown = async () => {
    const cache = caches.cacheOf(prefix);
    if (cache === undefined) throw new Error(`paramKind kind \`${resource.kind}\` not yet synced to use for admission`);
    await cache.ready();
    return cache.current();
  };
  const read = async (cached: CachedObject, request: Abortable): Promise<ApiObject> =>
    decodeCached(resource, cached, request);
  return {
    namespaced: resource.namespaced,
    async get(namespace, name, request) {
      const cached = (await shown()).get(namespace === '' ? prefix + name : `${prefix}${namespace}/${name}`);
      const found = cached?.namespace === namespace && cached.name === name ? cached : undefined;
      return found === undefined ? undefined : read(found, request);
    },
    async list(namespace, request) {
      const items = [...(await shown()).scan(namespace === '' ? prefix : `${prefix}${namespace}/`)];
      return Promise.all(items.map((item) => read(item, request)));
    },
  };
}
