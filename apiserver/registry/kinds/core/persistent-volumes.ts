// Persistent volumes: the phase they begin with, and what is fixed once they exist.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import { asStored } from '../../contract/tolerance.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { formatTime } from '../../../../shared/object/time.ts';
import { forbiddenField, immutable, invalidValue } from '../../../../shared/object/field-error-message.ts';
import { column } from '../printers/columns.ts';
import { age, made, name, printer, text, textAt, valueAt } from '../printers/fields.ts';
import { type NodeLabelWarnings, nodeLabelWarnings } from '../rule/node-label-warnings.ts';
import { annotationWarnings } from '../rule/outdated-annotations.ts';
import { sourceWarnings } from './pod/warning/volume-warnings.ts';
import { affinityComparison } from './volume/affinity-change.ts';
import { attributesClass, phase, shortAccessModes, volumeMode } from './volume/volume-cells.ts';
import { flexOptionRule } from './volume/flex-options.ts';
import { besideSource, volumeErrors, type VolumeSpec } from './volume/volume-errors.ts';

interface Volume extends ApiObject {
  spec?: VolumeSpec;
  status?: { phase?: string; lastPhaseTransitionTime?: string; [field: string]: unknown };
}

const outdatedAnnotations = {
  'volume.beta.{label}/storage-class': 'deprecated since v1.8; use "storageClassName" attribute instead',
  'volume.beta.{label}/mount-options': 'deprecated since v1.31; use "mountOptions" attribute instead',
};

function volumeStrategy(vendor: Vendor): Strategy {
  const labels = nodeLabelWarnings(vendor);
  const ofAnnotations = annotationWarnings(vendor, outdatedAnnotations);
  const sameNodes = affinityComparison(vendor);
  const flexOptions = flexOptionRule(vendor);
  const optionErrors = ({ spec = {} }: Volume) => flexOptions(spec['flexVolume'], 'spec.flexVolume');
  return {
    ...volumeRules,
    warnings: (object: Volume) => [
      ...ofAnnotations(object.metadata, 'metadata.annotations'),
      ...volumeWarnings(object, labels),
    ],
    validateCreate: (object: Volume) => [
      ...volumeErrors(object.spec ?? {}, 'spec', object.metadata.name ?? ''),
      ...optionErrors(object),
    ],
    validateUpdate: (object, old) => [...changeErrors(object, old, sameNodes), ...optionErrors(object)],
  };
}

const recycleWarning =
  'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use ' +
  'dynamic provisioning.';

function volumeWarnings({ spec = {} }: Volume, labels: NodeLabelWarnings): readonly string[] {
  const terms = spec['nodeAffinity']?.required?.nodeSelectorTerms ?? [];
  return [
    ...(spec['persistentVolumeReclaimPolicy'] === 'Recycle' ? [recycleWarning] : []),
    ...terms.flatMap((term, index) => labels.ofTerm(term, `spec.nodeAffinity.required.nodeSelectorTerms[${index}]`)),
    ...sourceWarnings(spec, 'spec'),
  ];
}

const volumeRules: Strategy = {
  deleteReturnsObject: true,
  freeStatus: true,
  tolerances: [
    asStored({ field: /^spec\.nodeAffinity\.required\.nodeSelectorTerms\[\d+\]\.matchExpressions\[\d+\]\.values\[/ }),
  ],
  applyDefaults(object) {
    const spec = ((object as Volume).spec ??= {});
    if ((spec['persistentVolumeReclaimPolicy'] ?? '') === '') spec['persistentVolumeReclaimPolicy'] = 'Retain';
    spec['volumeMode'] ??= 'Filesystem';
  },
  prepareCreate(object) {
    const { creationTimestamp } = object.metadata;
    (object as Volume).status = { phase: 'Pending', lastPhaseTransitionTime: creationTimestamp ?? '' };
  },
  prepareStatusUpdate(object, old, now) {
    const { status = {} } = object as Volume;
    const { status: before = {} } = old as Volume;
    const { lastPhaseTransitionTime: time } = status;
    const known = before.lastPhaseTransitionTime;
    if (status.phase === before.phase && time === undefined && known !== undefined)
      status.lastPhaseTransitionTime = known;
    // The client may say itself when the phase changed.
    if (status.phase !== before.phase && (time === undefined || time === known))
      status.lastPhaseTransitionTime = formatTime(now);
    (object as Volume).status = status;
  },
};

const addedLater = 'controllerExpandSecretRef';

function changeErrors(
  { spec = {}, metadata }: Volume,
  old: Volume,
  sameNodes: ReturnType<typeof affinityComparison>,
): readonly FieldError[] {
  const { spec: before = {} } = old;
  const errors = [...volumeErrors(spec, 'spec', metadata.name ?? '')];
  const source = withoutAddition(spec, before);
  const names = new Set([...Object.keys(spec), ...Object.keys(before)]);
  if ([...names].some((name) => !besideSource.has(name) && !isDeepStrictEqual(source[name], before[name]))) {
    const path = 'spec.persistentvolumesource';
    errors.push(forbiddenField(path, `${path} is immutable after creation`));
  }
  if (before.nodeAffinity !== undefined && !sameNodes(spec.nodeAffinity, before.nodeAffinity)) {
    const detail = 'field is immutable, except for updating from beta label to GA';
    errors.push(invalidValue('nodeAffinity', spec.nodeAffinity, detail));
  }
  if (spec['volumeMode'] !== before['volumeMode']) errors.push(immutable('volumeMode', spec['volumeMode']));
  if (before.volumeAttributesClassName !== undefined && spec.volumeAttributesClassName === undefined) {
    const detail = 'update from non-nil value to nil is forbidden';
    errors.push({ ...forbiddenField('spec.volumeAttributesClassName', detail), change: true });
  }
  return errors;
}

/** The secret for expansion may be added to a source that has none. */
function withoutAddition(spec: VolumeSpec, before: VolumeSpec): VolumeSpec {
  const [now, was] = [spec['csi'], before['csi']] as readonly (Record<string, unknown> | undefined)[];
  if (now === undefined || was === undefined || was[addedLater] !== undefined) return spec;
  const { [addedLater]: _added, ...csi } = now;
  return { ...spec, csi };
}

const volumePrinter = printer(
  name,
  text('Capacity', 'spec.capacity.storage'),
  made(column('Access Modes', 'string', 'How it may be mounted.'), (object) =>
    shortAccessModes(object, 'spec.accessModes'),
  ),
  text('Reclaim Policy', 'spec.persistentVolumeReclaimPolicy'),
  phase,
  made(column('Claim', 'string', 'The claim it is bound to.'), (object) => {
    const bound = valueAt(object, 'spec.claimRef') !== undefined;
    return bound ? `${textAt(object, 'spec.claimRef.namespace')}/${textAt(object, 'spec.claimRef.name')}` : '';
  }),
  text('StorageClass', 'spec.storageClassName'),
  attributesClass,
  text('Reason', 'status.reason'),
  age,
  volumeMode,
);

export default {
  group: '',
  kind: 'PersistentVolume',
  name: 'persistentvolumes',
  namespaced: false,
  versions: [{ version: 'v1' }],
  shortNames: ['pv'],
  subresources: ['status'],
  strategy: volumeStrategy,
  printer: volumePrinter,
} satisfies KindRecord;
