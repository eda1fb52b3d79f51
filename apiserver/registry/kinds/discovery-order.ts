// The order in which discovery lists what is served: groups as below, in a group the preferred version first, in a version
// resources by name. Clients take the first version of a group, and the first group that has a resource of a name.

import type { KindRecord, KindVersion } from '../contract/kind.ts';

/** Group templates. A new group of built-in kinds takes its place here. */
const groups = [
  '',
  'apiregistration.{api}',
  'apps',
  'events.{api}',
  'authentication.{api}',
  'authorization.{api}',
  'autoscaling',
  'batch',
  'certificates.{api}',
  'networking.{api}',
  'policy',
  'rbac.authorization.{api}',
  'storage.{api}',
  'admissionregistration.{api}',
  'apiextensions.{api}',
  'scheduling.{api}',
  'coordination.{api}',
  'node.{api}',
  'discovery.{api}',
  'resource.{api}',
  'flowcontrol.apiserver.{api}',
];

/** A kind in one of its versions: one served resource. */
export interface KindRow {
  readonly record: KindRecord;
  readonly version: KindVersion;
}

/** Every version of every kind. Throws TypeError for a group that has no place in the order. */
export function inDiscoveryOrder(records: readonly KindRecord[]): readonly KindRow[] {
  const rows = records.flatMap((record) => record.versions.map((version): KindRow => ({ record, version })));
  for (const { group, kind } of records)
    if (!groups.includes(group)) throw new TypeError(`${kind}: the group ${group} has no place in the discovery order`);
  return rows.sort(
    (a, b) =>
      groups.indexOf(a.record.group) - groups.indexOf(b.record.group) ||
      compareVersions(a.version.version, b.version.version) ||
      (a.record.name < b.record.name ? -1 : 1),
  );
}

/** Stable versions before beta before alpha, the newer first. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [versionRank(a), versionRank(b)];
  return left.level - right.level || right.major - left.major || right.minor - left.minor;
}

function versionRank(version: string): { readonly level: number; readonly major: number; readonly minor: number } {
  const [, major = '', level = '', minor = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version) ?? [];
  return { level: ['', 'beta', 'alpha'].indexOf(level), major: Number(major), minor: Number(minor) };
}
