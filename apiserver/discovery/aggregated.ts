// All groups, versions and resources in one document. Pure.

import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Resource } from '../registry/contract/resource.ts';
import type { Group } from './groups.ts';

/** The `APIGroupDiscoveryList` of these groups: the core group for `/api`, the named ones for `/apis`. */
export function groupDiscoveryList(vendor: Vendor, groups: readonly Group[]): object {
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: vendor.fill('apidiscovery.{api}/v2'),
    metadata: {},
    items: groups.map((group) => ({
      metadata: group.name === '' ? {} : { name: group.name },
      versions: group.versions.map(({ version, resources, remote }) =>
        remote?.fresh === false
          ? { version, freshness: 'Stale' }
          : { version, resources: remote?.resources ?? resources.map(resourceDiscovery), freshness: 'Current' },
      ),
    })),
  };
}

/** A group and a version are included only where they are not those of the resource. */
function responseKind(
  resource: Resource,
  { group, version, kind }: Pick<Resource, 'group' | 'version' | 'kind'>,
): object {
  const own = group === resource.group && version === resource.version;
  return { group: own ? '' : group, version: own ? '' : version, kind };
}

function resourceDiscovery(resource: Resource): object {
  return {
    resource: resource.name,
    responseKind: responseKind(resource, resource),
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs: resource.verbs,
    ...(resource.shortNames.length === 0 ? {} : { shortNames: resource.shortNames }),
    ...(resource.categories.length === 0 ? {} : { categories: resource.categories }),
    ...(resource.subresources.size === 0
      ? {}
      : {
          subresources: [...resource.subresources.values()].map((subresource) => ({
            subresource: subresource.name,
            responseKind: responseKind(resource, subresource),
            verbs: subresource.verbs,
          })),
        }),
  };
}
