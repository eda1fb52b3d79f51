// Whether the server can read what it needs itself: to know who a caller is, what it may do, and whether what it writes is admitted.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { collectionPrefix } from '../format/keys.ts';

/** Resources by group: those that the reference server waits for before it is ready. */
const informed: Readonly<Record<string, readonly string[]>> = {
  '': [
    'limitranges',
    'namespaces',
    'nodes',
    'persistentvolumes',
    'pods',
    'resourcequotas',
    'secrets',
    'serviceaccounts',
    'services',
  ],
  'networking.{api}': ['ingressclasses', 'ipaddresses', 'servicecidrs'],
  'node.{api}': ['runtimeclasses'],
  'rbac.authorization.{api}': ['clusterrolebindings', 'clusterroles', 'rolebindings', 'roles'],
  'scheduling.{api}': ['priorityclasses'],
  'storage.{api}': ['storageclasses', 'volumeattachments'],
};

/** `cacheOf`: the cache of the resource whose objects have this prefix. */
export function informedKindsReadable(
  vendor: Vendor,
  cacheOf: (prefix: string) => { unreadable(): readonly string[] } | undefined,
): boolean {
  return Object.entries(informed).every(([group, resources]) =>
    resources.every((resource) => {
      const cache = cacheOf(collectionPrefix({ group: vendor.fill(group), resource }));
      return cache === undefined || cache.unreadable().length === 0;
    }),
  );
}
