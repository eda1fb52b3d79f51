// What the server serves, as a client finds out: one entry per resource, in the version that its group prefers of those that
// have it.

import type { ApiClient } from '../../../shared/client/request/api-client.ts';
import type { GroupVersionResource } from '../../../shared/object/api-object.ts';
import { parseGroupVersion } from '../../../shared/object/group-version.ts';

export interface DiscoveredResource extends GroupVersionResource {
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

export interface Discovery {
  readonly resources: readonly DiscoveredResource[];
  /** Group-versions that could not be asked, with why; empty when the picture is whole. */
  readonly failures: ReadonlyMap<string, string>;
}

interface ResourceList {
  readonly resources?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly verbs?: readonly string[];
  }[];
}

/** Rejects when even the list of groups cannot be read; a group that fails is listed in `failures`. */
export async function discover(client: ApiClient, signal?: AbortSignal): Promise<Discovery> {
  const options = signal === undefined ? {} : { signal };
  const groups = (await client.request({ method: 'GET', path: '/apis' }, options)) as {
    readonly groups?: readonly Group[];
  };
  const versions = (groups.groups ?? []).flatMap(versionsOf);
  const failures = new Map<string, string>();
  const lists = await Promise.all(
    ['v1', ...versions].map(async (groupVersion): Promise<readonly DiscoveredResource[]> => {
      try {
        const path = groupVersion === 'v1' ? '/api/v1' : `/apis/${groupVersion}`;
        return resourcesIn(groupVersion, (await client.request({ method: 'GET', path }, options)) as ResourceList);
      } catch (error) {
        signal?.throwIfAborted();
        failures.set(groupVersion, error instanceof Error ? error.message : String(error));
        return [];
      }
    }),
  );
  return { resources: preferred(lists.flat()), failures };
}

interface Group {
  readonly preferredVersion?: GroupVersion;
  readonly versions?: readonly GroupVersion[];
}

interface GroupVersion {
  readonly groupVersion: string;
}

/** The preferred one first. */
function versionsOf({ preferredVersion, versions = [] }: Group): readonly string[] {
  const all = preferredVersion === undefined ? versions : [preferredVersion, ...versions];
  return [...new Set(all.map(({ groupVersion }) => groupVersion))];
}

/** Of several versions of a resource the first. */
function preferred(resources: readonly DiscoveredResource[]): readonly DiscoveredResource[] {
  const byName = new Map<string, DiscoveredResource>();
  for (const resource of resources) {
    const name = `${resource.group}/${resource.resource}`;
    if (!byName.has(name)) byName.set(name, resource);
  }
  return [...byName.values()];
}

/** Sub-resources are left out. */
function resourcesIn(groupVersion: string, list: ResourceList): readonly DiscoveredResource[] {
  const parsed = parseGroupVersion(groupVersion);
  if (parsed === undefined) return [];
  return (list.resources ?? [])
    .filter((entry) => !entry.name.includes('/'))
    .map((entry) => ({
      ...parsed,
      resource: entry.name,
      kind: entry.kind,
      namespaced: entry.namespaced,
      verbs: entry.verbs ?? [],
    }));
}
