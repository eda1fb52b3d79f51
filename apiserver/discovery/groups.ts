// The served resources by group and version, in the order in which clients prefer them.

import { compareVersions } from '../../shared/object/version-order.ts';
import type { Resource } from '../registry/contract/resource.ts';

export interface Version {
  readonly version: string;
  readonly resources: readonly Resource[];
}

export interface Group {
  /** '' for the core group. */
  readonly name: string;
  /** The preferred version first. */
  readonly versions: readonly Version[];
}

/** Groups in the order in which their resources come; of each the version that clients prefer comes first. */
export function groupsOf(resources: readonly Resource[]): readonly Group[] {
  const groups = new Map<string, Map<string, Resource[]>>();
  for (const resource of resources) {
    const versions = groups.get(resource.group) ?? new Map<string, Resource[]>();
    groups.set(resource.group, versions);
    const members = versions.get(resource.version) ?? [];
    versions.set(resource.version, members);
    members.push(resource);
  }
  return [...groups].map(([name, versions]) => ({
    name,
    versions: [...versions]
      .map(([version, members]) => ({ version, resources: members }))
      .sort((a, b) => compareVersions(a.version, b.version)),
  }));
}
