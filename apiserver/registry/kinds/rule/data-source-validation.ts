// The data source of a volume claim. It is in two fields. The older one allows claims and snapshots only; each field is
// completed from the other.

import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import { invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Label, checkDns1123Subdomain } from '../../../../shared/object/names.ts';

/** The group is null where none was given. */
interface DataSource {
  readonly apiGroup?: string | null;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
}

export interface DataSources {
  dataSource?: DataSource;
  dataSourceRef?: DataSource;
}

const claim = 'PersistentVolumeClaim';

/**
 * Drops what the older field cannot name, unless the newer one is set or `before` had it already, and completes each from the
 * other. `snapshots`: the group of snapshots.
 */
export function normalizeDataSources(spec: DataSources, before: DataSources | undefined, snapshots: string): void {
  const { dataSource, dataSourceRef } = spec;
  const used = before?.dataSource !== undefined || before?.dataSourceRef !== undefined;
  if (dataSource !== undefined && dataSourceRef === undefined && !used && !isClassic(dataSource, snapshots))
    delete spec.dataSource;
  copyDataSources(spec);
}

/** Only the second half, for what was stored by another server. */
export function copyDataSources(spec: DataSources): void {
  const { dataSource, dataSourceRef } = spec;
  if (dataSource !== undefined) spec.dataSourceRef ??= { ...dataSource };
  else if (dataSourceRef !== undefined && (dataSourceRef.namespace ?? '') === '') {
    const { namespace: _here, ...source } = dataSourceRef;
    spec.dataSource = source;
  }
}

function isClassic({ kind, apiGroup }: DataSource, snapshots: string): boolean {
  const group = apiGroup ?? '';
  return (kind === claim && group === '') || (kind === 'VolumeSnapshot' && group === snapshots);
}

export function dataSourceErrors(
  { dataSource, dataSourceRef }: DataSources,
  path: string,
  before: DataSources | undefined,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  // An update of a claim that names a group is not asked about it: it cannot be another one.
  const anyGroup = before !== undefined && hasGroup(before);
  if (dataSource !== undefined) errors.push(...sourceErrors(dataSource, `${path}.dataSource`, anyGroup));
  if (dataSourceRef !== undefined) errors.push(...sourceErrors(dataSourceRef, `${path}.dataSourceRef`, anyGroup));
  if (dataSource === undefined || dataSourceRef === undefined) return errors;
  const { namespace = '', ...source } = dataSourceRef;
  if (namespace !== '')
    errors.push(invalidValue(path, {}, 'may not be specified when dataSourceRef.namespace is specified'));
  else if (!isDeepStrictEqual(withoutEmpty(source), withoutEmpty(dataSource)))
    errors.push(invalidValue(path, {}, 'must match dataSourceRef'));
  return errors;
}

function withoutEmpty({ apiGroup, kind = '', name = '' }: DataSource): object {
  return { apiGroup: apiGroup ?? '', kind, name };
}

function hasGroup({ dataSource, dataSourceRef }: DataSources): boolean {
  return [dataSource, dataSourceRef].some((source) => (source?.apiGroup ?? undefined) !== undefined);
}

function sourceErrors(source: DataSource, path: string, anyGroup: boolean): readonly FieldError[] {
  const { kind = '', name = '', namespace = '' } = source;
  const apiGroup = source.apiGroup ?? '';
  const errors: FieldError[] = [];
  if (name === '') errors.push(required(`${path}.name`));
  if (kind === '') errors.push(required(`${path}.kind`));
  if (apiGroup === '' && kind !== claim)
    errors.push(invalidValue(path, kind, `must be '${claim}' when referencing the default apiGroup`));
  if (apiGroup !== '' && !anyGroup)
    for (const fault of checkDns1123Subdomain(apiGroup)) errors.push(invalidValue(`${path}.apiGroup`, apiGroup, fault));
  if (namespace !== '')
    for (const fault of checkDns1123Label(namespace)) errors.push(invalidValue(`${path}.namespace`, namespace, fault));
  return errors;
}
