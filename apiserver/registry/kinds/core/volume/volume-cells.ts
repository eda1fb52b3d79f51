// Cells of the tables of volumes and of claims.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import { column } from '../../printers/columns.ts';
import { made, text, textAt, valueAt } from '../../printers/fields.ts';

const shortModes = new Map([
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]);

/** The access modes at a path, abbreviated. */
export function shortAccessModes(object: ApiObject, path: string): string {
  const list = valueAt(object, path);
  const given = new Set(Array.isArray(list) ? list.map(String) : []);
  return [...shortModes]
    .filter(([mode]) => given.has(mode))
    .map(([, short]) => short)
    .join(',');
}

export const attributesClass = text('VolumeAttributesClass', 'spec.volumeAttributesClassName', '<unset>');
export const volumeMode = text('VolumeMode', 'spec.volumeMode', '<unset>', { wide: true });
export const phase = made(column('Status', 'string', 'Its phase.'), (object) =>
  object.metadata.deletionTimestamp === undefined ? textAt(object, 'status.phase') : 'Terminating',
);
