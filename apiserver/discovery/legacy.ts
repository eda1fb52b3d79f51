// The discovery documents one by one: versions of the core group, groups, and the resources of a group version. Pure: from
// resources to documents.

import { createHash } from 'node:crypto';
import { apiVersionOf } from '../../shared/object/group-version.ts';
import type { Resource } from '../registry/contract/resource.ts';
import type { Group, Version } from './groups.ts';

/** `/api`. `serverAddress` is host and port as a client reaches it. */
export function apiVersions(groups: readonly Group[], serverAddress: string): object {
  const core = groups.find((group) => group.name === '');
  return {
    kind: 'APIVersions',
    versions: core?.versions.map(({ version }) => version) ?? [],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  };
}

/** `/apis`. */
export function apiGroupList(groups: readonly Group[]): object {
  const named = groups.filter((group) => group.name !== '');
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: named.map(groupFields) };
}

/** `/apis/{group}`. */
export function apiGroup(group: Group): object {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupFields(group) };
}

/** `/api/{version}` and `/apis/{group}/{version}`. The core one has no apiVersion, as clients know it. */
export function apiResourceList(group: Group, version: Version): object {
  return {
    kind: 'APIResourceList',
    ...(group.name === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: apiVersionOf(group.name, version.version),
    resources: version.resources.flatMap(resourceEntries),
  };
}

function groupFields(group: Group): object {
  const versions = group.versions.map(({ version }) => ({ groupVersion: apiVersionOf(group.name, version), version }));
  return { name: group.name, versions, preferredVersion: versions[0] };
}

function resourceEntries(resource: Resource): object[] {
  const own = {
    name: resource.name,
    singularName: resource.singular,
    namespaced: resource.namespaced,
    kind: resource.kind,
    verbs: resource.verbs,
    ...(resource.shortNames.length === 0 ? {} : { shortNames: resource.shortNames }),
    ...(resource.categories.length === 0 ? {} : { categories: resource.categories }),
    // Resources without writes are not stored in any version.
    ...(resource.storage === undefined || !resource.verbs.includes('update')
      ? {}
      : { storageVersionHash: storageVersionHash(resource.storage) }),
  };
  const below = [...resource.subresources.values()].map((subresource) => ({
    name: `${resource.name}/${subresource.name}`,
    singularName: '',
    namespaced: resource.namespaced,
    ...(subresource.group === resource.group && subresource.version === resource.version
      ? {}
      : { group: subresource.group, version: subresource.version }),
    kind: subresource.kind,
    verbs: subresource.verbs,
  }));
  return [own, ...below];
}

/** Lets a client see that two served versions share one stored form. */
function storageVersionHash({ group, version, kind }: { group: string; version: string; kind: string }): string {
  return createHash('sha256').update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString('base64');
}
