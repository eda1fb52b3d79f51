// What the server serves, as a client finds out: one entry per resource in the preferred version of its group.

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
    readonly groups?: readonly { readonly preferredVersion?: { readonly groupVersion: string } }[];
  };
  const preferred = (groups.groups ?? []).flatMap((group) => group.preferredVersion?.groupVersion ?? []);
  const failures = new Map<string, string>();
  const lists = await Promise.all(
    ['v1', ...preferred].map(async (groupVersion): Promise<readonly DiscoveredResource[]> => {
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
  return { resources: lists.flat(), failures };
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
