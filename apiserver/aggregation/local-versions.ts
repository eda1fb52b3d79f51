// Keeps an APIService for each version that this server answers itself: those of built-in kinds from its start, those of defined
// kinds for as long as they are served. One that a user took over, without the label, is left alone.

import { isDeepStrictEqual } from 'node:util';
import type { ResourceClient } from '../../shared/client/request/api-client.ts';
import { isAlreadyExists, isConflict, isNotFound } from '../../shared/client/request/failure.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import type { Resource } from '../registry/contract/resource.ts';
import { definedPriority, versionPriority } from '../registry/kinds/version-priorities.ts';
import type { ApiService, ApiServiceSpec } from './remote-versions.ts';

/** Whether the server puts it back whenever it is changed, or at its start alone. */
type Kept = 'true' | 'onstart';

export interface LocalVersion {
  readonly name: string;
  readonly kept: Kept;
  readonly spec: ApiServiceSpec;
}

export function managedLabel(vendor: Vendor): string {
  return vendor.fill('{short}-aggregator.{label}/automanaged');
}

/** The versions of these resources, by the names of their APIServices. */
export function localVersions(vendor: Vendor, resources: readonly Resource[]): ReadonlyMap<string, LocalVersion> {
  const found = new Map<string, LocalVersion>();
  for (const { group, version, custom: isDefined = false } of resources) {
    const name = `${version}.${group}`;
    if (found.has(name)) continue;
    const priority = isDefined ? definedPriority : versionPriority(vendor.neutral(group), version);
    if (priority === undefined) continue;
    const spec = { group, version, groupPriorityMinimum: priority.group, versionPriority: priority.version };
    found.set(name, { name, kept: isDefined ? 'true' : 'onstart', spec });
  }
  return found;
}

export interface LocalVersionWriter {
  readonly vendor: Vendor;
  readonly label: string;
  readonly client: ResourceClient<ApiService>;
  /** Those that existed when the server started. */
  readonly atStart: ReadonlySet<string>;
  /** Those that have been put in order once; changed here. */
  readonly settled: Set<string>;
}

/**
 * Creates, updates or deletes the APIService of this name, or leaves it. A change by another client at the same time is no failure: it
 * comes as an event of its own.
 */
export async function settleLocalVersion(
  { vendor, label, client, atStart, settled }: LocalVersionWriter,
  wanted: LocalVersion | undefined,
  current: ApiService | undefined,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const first = !settled.has(name);
  try {
    if (current === undefined) {
      if (wanted === undefined || (wanted.kept === 'onstart' && !first)) return;
      await client.create(objectOf(wanted, label, vendor), { signal });
      return;
    }
    const kept = current.metadata.labels?.[label];
    if (kept !== 'true' && kept !== 'onstart') return;
    if (kept === 'onstart' && (!first || !atStart.has(name))) return;
    if (wanted === undefined) await client.delete(name, { preconditions: { uid: current.metadata.uid ?? '' }, signal });
    else if (!sameSpec(current.spec ?? {}, wanted.spec))
      await client.update({ ...current, spec: wanted.spec }, { signal });
  } catch (error) {
    if (!isAlreadyExists(error) && !isNotFound(error) && !isConflict(error)) throw error;
  } finally {
    if (!signal.aborted) settled.add(name);
  }
}

function objectOf({ name, kept, spec }: LocalVersion, label: string, vendor: Vendor): ApiService {
  const apiVersion = vendor.fill('apiregistration.{api}/v1');
  return { apiVersion, kind: 'APIService', metadata: { name, labels: { [label]: kept } }, spec };
}

function sameSpec(one: ApiServiceSpec, other: ApiServiceSpec): boolean {
  const defined = (spec: ApiServiceSpec) =>
    Object.fromEntries(Object.entries(spec).filter(([, value]) => value != null));
  return isDeepStrictEqual(defined(one), defined(other));
}
