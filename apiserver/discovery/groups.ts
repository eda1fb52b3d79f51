// The served resources by group and version, in the order in which clients prefer them.

import { compareVersions } from '../../shared/object/version-order.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Resource } from '../registry/contract/resource.ts';
import { definedPriority, type VersionPriority, versionPriority } from '../registry/kinds/version-priorities.ts';
import type { RemoteGroupVersion } from './remote-groups.ts';

export interface Version {
  readonly version: string;
  readonly resources: readonly Resource[];
  /** Another server answers it; `resources` are none then. */
  readonly remote?: RemoteGroupVersion;
}

export interface Group {
  /** '' for the core group. */
  readonly name: string;
  /** The preferred version first. */
  readonly versions: readonly Version[];
}

/**
 * Groups in the order in which their resources come; of each the version that clients prefer comes first. Groups and versions that
 * are as they were `before` are the same objects: what was made of them may be kept.
 */
export function groupsOf(resources: readonly Resource[], before: readonly Group[] = []): readonly Group[] {
  const known = new Map(before.map((group) => [group.name, group]));
  const groups = new Map<string, Map<string, Resource[]>>();
  for (const resource of resources) {
    const versions = groups.get(resource.group) ?? new Map<string, Resource[]>();
    groups.set(resource.group, versions);
    const members = versions.get(resource.version) ?? [];
    versions.set(resource.version, members);
    members.push(resource);
  }
  return [...groups].map(([name, members]) => {
    const old = known.get(name);
    const versions = [...members]
      .map(([version, own]) => sameVersion({ version, resources: own }, old))
      .sort((a, b) => compareVersions(a.version, b.version));
    return old !== undefined && isSame(versions, old.versions) ? old : { name, versions };
  });
}

/** The version of the group where it has the same resources; otherwise the given one. */
function sameVersion(version: Version, group: Group | undefined): Version {
  const old = group?.versions.find((one) => one.version === version.version);
  return old !== undefined && isSame(version.resources, old.resources) ? old : version;
}

function isSame<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}

/** The groups with the versions that other servers answer: each where its rank among all groups, and in its group, puts it. */
export function withRemote(
  vendor: Vendor,
  local: readonly Group[],
  remote: readonly RemoteGroupVersion[],
): readonly Group[] {
  const all = [...local];
  for (const [name, versions] of byGroup(remote)) {
    const at = all.findIndex((group) => group.name === name);
    const known = all[at];
    if (known === undefined) all.splice(placeOf(vendor, all, name, versions), 0, groupOf(vendor, name, [], versions));
    else all[at] = groupOf(vendor, name, known.versions, versions);
  }
  return all;
}

function byGroup(remote: readonly RemoteGroupVersion[]): ReadonlyMap<string, readonly RemoteGroupVersion[]> {
  const groups = new Map<string, RemoteGroupVersion[]>();
  for (const one of remote) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return groups;
}

/** A version that another server answers hides the one of this server. */
function groupOf(
  vendor: Vendor,
  name: string,
  local: readonly Version[],
  remote: readonly RemoteGroupVersion[],
): Group {
  const elsewhere = new Map(remote.map((one) => [one.version, one] as const));
  const own = local.filter(({ version }) => !elsewhere.has(version));
  const rank = ({ version, remote: one }: Version): number =>
    one?.versionPriority ?? localPriority(vendor, name, version).version;
  const versions = [...own, ...remote.map((one): Version => ({ version: one.version, resources: [], remote: one }))];
  return {
    name,
    versions: versions.sort((a, b) => rank(b) - rank(a) || compareVersions(a.version, b.version)),
  };
}

function localPriority(vendor: Vendor, group: string, version: string): VersionPriority {
  return versionPriority(vendor.neutral(group), version) ?? definedPriority;
}

/** Before the first group of a lower rank; of the same rank by name. The first two, the core and that of APIServices, stay. */
function placeOf(
  vendor: Vendor,
  groups: readonly Group[],
  name: string,
  versions: readonly RemoteGroupVersion[],
): number {
  const rank = Math.max(...versions.map(({ groupPriority }) => groupPriority));
  const first = vendor.fill('apiregistration.{api}');
  const at = groups.findIndex((group) => {
    if (group.name === '' || group.name === first) return false;
    const other = Math.max(
      ...group.versions.map(
        ({ version, remote }) => remote?.groupPriority ?? localPriority(vendor, group.name, version).group,
      ),
    );
    return other < rank || (other === rank && group.name > name);
  });
  return at < 0 ? groups.length : at;
}
