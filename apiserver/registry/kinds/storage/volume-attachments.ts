// Attachments of volumes to nodes: what is attached, and where, never changes.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { forbiddenField, immutable, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain } from '../../../../shared/object/names.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { inlineVolumeErrors, type VolumeSpec } from '../core/volume/volume-errors.ts';
import { age, boolean, name, printer, text } from '../printers/fields.ts';
import { driverNameErrors } from '../rule/driver-name.ts';

interface Attachment extends ApiObject {
  readonly spec?: {
    readonly attacher?: string;
    readonly nodeName?: string;
    readonly source?: { readonly persistentVolumeName?: string; readonly inlineVolumeSpec?: VolumeSpec };
  };
}

const volumeAttachmentStrategy: Strategy = {
  deleteReturnsObject: true,
  unconditionalUpdate: false,
  statusKeeps: ownMetadata,
  validateCreate: (object) => [...attachmentErrors(object), ...nameErrors(object)],
  validateUpdate(object, old) {
    const { spec } = object as Attachment;
    const same = isDeepStrictEqual(spec, (old as Attachment).spec);
    return [...attachmentErrors(object), ...(same ? [] : [immutable('spec', spec)])];
  },
};

function attachmentErrors({ spec = {} }: Attachment): readonly FieldError[] {
  const { attacher = '', nodeName = '' } = spec;
  return [
    ...(attacher === '' ? [required('spec.attacher')] : []),
    ...sourceErrors(spec.source),
    ...checkDns1123Subdomain(nodeName).map((fault) => invalidValue('spec.nodeName', nodeName, fault)),
  ];
}

/** Asked of new ones only: older versions did not. */
function nameErrors({ spec = {} }: Attachment): readonly FieldError[] {
  const { persistentVolumeName: volume } = spec.source ?? {};
  const path = 'spec.source.persistentVolumeName';
  const faults = volume === undefined ? [] : checkDns1123Subdomain(volume);
  return [
    ...driverNameErrors(spec.attacher ?? '', 'spec.attacher'),
    ...faults.map((fault) => invalidValue(path, volume, fault)),
  ];
}

type Source = NonNullable<Attachment['spec']>['source'];

function sourceErrors(source: Source): readonly FieldError[] {
  const { persistentVolumeName: volume, inlineVolumeSpec: inline } = source ?? {};
  const path = 'spec.source';
  const detail = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (volume === undefined && inline === undefined) return [required(path, detail)];
  if (volume !== undefined && inline !== undefined) return [forbiddenField(path, detail)];
  if (inline !== undefined) return inlineVolumeErrors(inline, `${path}.inlineVolumeSpec`);
  return volume === '' ? [required(`${path}.persistentVolumeName`, 'must specify non empty persistentVolumeName')] : [];
}

const attacher = text('Attacher', 'spec.attacher');

export default {
  group: 'storage.{api}',
  kind: 'VolumeAttachment',
  name: 'volumeattachments',
  namespaced: false,
  versions: [{ version: 'v1' }],
  subresources: ['status'],
  strategy: volumeAttachmentStrategy,
  printer: printer(
    name,
    { ...attacher, column: { ...attacher.column, format: 'name' } },
    text('PV', 'spec.source.persistentVolumeName'),
    text('Node', 'spec.nodeName'),
    boolean('Attached', 'status.attached'),
    age,
  ),
} satisfies KindRecord;
