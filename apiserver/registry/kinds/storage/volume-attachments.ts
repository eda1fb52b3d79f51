// Attachments of volumes to nodes: what is attached, and where, never changes.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { forbiddenField, immutable, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain } from '../../../../shared/object/names.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { age, boolean, name, printer, text } from '../printers/fields.ts';

interface Attachment extends ApiObject {
  readonly spec?: { readonly source?: { readonly persistentVolumeName?: string; readonly inlineVolumeSpec?: object } };
}

const volumeAttachmentStrategy: Strategy = {
  deleteReturnsObject: true,
  unconditionalUpdate: false,
  statusKeeps: ownMetadata,
  validateCreate: (object) => attachmentErrors(object),
  validateUpdate(object, old) {
    const { spec } = object as Attachment;
    const same = isDeepStrictEqual(spec, (old as Attachment).spec);
    return [...attachmentErrors(object), ...(same ? [] : [immutable('spec', spec)])];
  },
};

function attachmentErrors({ spec }: Attachment): readonly FieldError[] {
  const { persistentVolumeName: volume, inlineVolumeSpec: inline } = spec?.source ?? {};
  const path = 'spec.source';
  const detail = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName';
  if (volume === undefined && inline === undefined) return [required(path, detail)];
  if (volume !== undefined && inline !== undefined) return [forbiddenField(path, detail)];
  const name = `${path}.persistentVolumeName`;
  if (volume === undefined) return [];
  if (volume === '') return [required(name, 'must specify non empty persistentVolumeName')];
  return checkDns1123Subdomain(volume).map((fault) => invalidValue(name, volume, fault));
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
