// Attachments of volumes to nodes: what is attached, and where, never changes.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  forbiddenField,
  immutable,
  invalidValue,
  required,
  tooLong,
} from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain } from '../../../../shared/object/names.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { age, boolean, name, printer, text } from '../printers/fields.ts';

interface Attachment extends ApiObject {
  readonly spec?: {
    readonly attacher?: string;
    readonly nodeName?: string;
    readonly source?: { readonly persistentVolumeName?: string; readonly inlineVolumeSpec?: object };
  };
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

const longestDriver = 63;

function attachmentErrors({ spec = {} }: Attachment): readonly FieldError[] {
  const { attacher = '', nodeName = '' } = spec;
  return [
    ...(attacher === '' ? [required('spec.attacher')] : []),
    ...sourceErrors(spec.source),
    ...checkDns1123Subdomain(nodeName).map((fault) => invalidValue('spec.nodeName', nodeName, fault)),
    ...(attacher.length > longestDriver ? [tooLong('spec.attacher', longestDriver)] : []),
    ...checkDns1123Subdomain(attacher.toLowerCase()).map((fault) => invalidValue('spec.attacher', attacher, fault)),
  ];
}

type Source = NonNullable<Attachment['spec']>['source'];

function sourceErrors(source: Source): readonly FieldError[] {
  const { persistentVolumeName: volume, inlineVolumeSpec: inline } = source ?? {};
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
