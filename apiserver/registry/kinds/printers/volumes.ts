// The tables of volumes, claims and the classes they come from.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { TablePrinter } from '../../contract/resource.ts';
import { column } from './columns.ts';
import { age, boolean, made, name, printer, text, textAt, valueAt } from './fields.ts';

const shortModes = new Map([
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]);

function modes(object: ApiObject, path: string): string {
  const list = valueAt(object, path);
  const given = new Set(Array.isArray(list) ? list.map(String) : []);
  return [...shortModes]
    .filter(([mode]) => given.has(mode))
    .map(([, short]) => short)
    .join(',');
}

const attributesClass = text('VolumeAttributesClass', 'spec.volumeAttributesClassName', '<unset>');
const volumeMode = text('VolumeMode', 'spec.volumeMode', '<unset>', { wide: true });

export const persistentVolumePrinter: TablePrinter = printer(
  name,
  text('Capacity', 'spec.capacity.storage'),
  made(column('Access Modes', 'string', 'How it may be mounted.'), (object) => modes(object, 'spec.accessModes')),
  text('Reclaim Policy', 'spec.persistentVolumeReclaimPolicy'),
  made(column('Status', 'string', 'Its phase.'), (object) =>
    object.metadata.deletionTimestamp === undefined ? textAt(object, 'status.phase') : 'Terminating',
  ),
  made(column('Claim', 'string', 'The claim it is bound to.'), (object) => {
    const claim = valueAt(object, 'spec.claimRef.name');
    return typeof claim === 'string' ? `${textAt(object, 'spec.claimRef.namespace')}/${claim}` : '';
  }),
  text('StorageClass', 'spec.storageClassName'),
  attributesClass,
  text('Reason', 'status.reason'),
  age,
  volumeMode,
);

export const persistentVolumeClaimPrinter: TablePrinter = printer(
  name,
  made(column('Status', 'string', 'Its phase.'), (object) =>
    object.metadata.deletionTimestamp === undefined ? textAt(object, 'status.phase') : 'Terminating',
  ),
  text('Volume', 'spec.volumeName'),
  made(column('Capacity', 'string', 'Size of the volume it is bound to.'), (object) =>
    valueAt(object, 'spec.volumeName') === undefined ? '' : textAt(object, 'status.capacity.storage'),
  ),
  made(column('Access Modes', 'string', 'How the volume may be mounted.'), (object) =>
    valueAt(object, 'spec.volumeName') === undefined ? '' : modes(object, 'status.accessModes'),
  ),
  text('StorageClass', 'spec.storageClassName'),
  attributesClass,
  age,
  volumeMode,
);

export function storageClassPrinter(vendor: Vendor): TablePrinter {
  const expansion = boolean('AllowVolumeExpansion', 'allowVolumeExpansion');
  const isDefault = vendor.fill('storageclass.{label}/is-default-class');
  return printer(
    made(name.column, ({ metadata }) => {
      const mark = metadata.annotations?.[isDefault] === 'true' ? ' (default)' : '';
      return `${metadata.name ?? ''}${mark}`;
    }),
    text('Provisioner', 'provisioner'),
    text('ReclaimPolicy', 'reclaimPolicy', 'Delete'),
    text('VolumeBindingMode', 'volumeBindingMode', 'Immediate'),
    { ...expansion, column: { ...expansion.column, type: 'string' } },
    age,
  );
}
