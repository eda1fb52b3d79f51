// Claims of volumes: the phase they begin with, and what is fixed once they exist.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { IsDropped, KindRecord } from '../../contract/kind.ts';
import { selectorTolerance } from '../rule/label-selector-validation.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  forbiddenField,
  immutable,
  invalidValue,
  notSupported,
} from '../../../../shared/object/field-error-message.ts';
import { checkQualifiedName } from '../../../../shared/object/names.ts';
import { parseQuantity } from '../../../../shared/object/quantity.ts';
import { column } from '../printers/columns.ts';
import { age, made, name, printer, text, textAt } from '../printers/fields.ts';
import { claimErrors, type ClaimSpec } from '../rule/claim-validation.ts';
import { copyDataSources, normalizeDataSources } from '../rule/data-source-validation.ts';
import { annotationWarnings } from '../rule/outdated-annotations.ts';
import { sizeWarnings } from './pod/warning/volume-warnings.ts';
import { classChange } from './volume/claim-class.ts';
import { attributesClass, phase, shortAccessModes, volumeMode } from './volume/volume-cells.ts';

interface Claim extends ApiObject {
  spec?: ClaimSpec;
  status?: {
    phase?: string;
    capacity?: Record<string, string>;
    allocatedResources?: Record<string, string>;
    allocatedResourceStatuses?: Record<string, string>;
    currentVolumeAttributesClassName?: string;
    [field: string]: unknown;
  };
}

const classTemplate = 'volume.beta.{label}/storage-class';

function claimStrategy(vendor: Vendor): Strategy {
  const snapshots = vendor.fill('snapshot.storage.{api}');
  const classAnnotation = vendor.fill(classTemplate);
  const ofAnnotations = annotationWarnings(vendor, {
    [classTemplate]: 'deprecated since v1.8; use "storageClassName" attribute instead',
  });
  return {
    ...claimRules,
    validateUpdate: (object, old) => changeErrors(object, old, classAnnotation),
    warnings: ({ metadata, spec }: Claim) => [
      ...ofAnnotations(metadata, 'metadata.annotations'),
      ...sizeWarnings(spec?.resources, 'spec.resources'),
    ],
    prepareCreate(object) {
      const claim = object as Claim;
      claim.status = { phase: 'Pending' };
      if (claim.spec !== undefined) normalizeDataSources(claim.spec, undefined, snapshots);
    },
    prepareUpdate(object, old) {
      const { spec } = object as Claim;
      if (spec !== undefined) normalizeDataSources(spec, (old as Claim).spec, snapshots);
    },
  };
}

const resizeStates = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
];

const claimRules: Strategy = {
  tolerances: [selectorTolerance('spec.selector')],
  deleteReturnsObject: true,
  validateCreate: (object) => claimErrors((object as Claim).spec, 'spec'),
  freeStatus: true,
  validateStatusUpdate: ({ status }: Claim) => [
    ...negativeErrors(status?.capacity ?? {}, 'status.capacity'),
    ...resourceKeyErrors(Object.keys(status?.allocatedResourceStatuses ?? {}), 'status.allocatedResourceStatuses'),
    ...resizeErrors(status?.allocatedResourceStatuses ?? {}),
    ...resourceKeyErrors(Object.keys(status?.allocatedResources ?? {}), 'status.allocatedResources'),
    ...negativeErrors(status?.allocatedResources ?? {}, 'status.allocatedResources'),
  ],
};

function changeErrors(object: Claim, old: Claim, classAnnotation: string): readonly FieldError[] {
  const { spec } = object;
  const before = { ...old.spec };
  copyDataSources(before);
  const errors = [...claimErrors(spec, 'spec', before)];
  // A claim is bound once; its size may grow, its class may be filled in.
  const { resources: _size, volumeName: _bound, storageClassName: _class, ...rest } = spec ?? {};
  const { resources: _sizeBefore, volumeName, storageClassName: _classBefore, ...restBefore } = before;
  const bound = old.status?.phase === 'Bound';
  const [fixed, fixedBefore] = bound ? [rest, restBefore].map(withoutAttributes) : [rest, restBefore];
  // The volume has not been resized to its earlier size yet.
  const sizeOf = bound ? limitsOf : wholeSizeOf;
  const resized = !isDeepStrictEqual(sizeOf(spec), sizeOf(before));
  const rebound = (volumeName ?? '') !== '' && spec?.volumeName !== volumeName;
  const { reclassed, errors: annotationErrors } = classChange(object, old, classAnnotation);
  if (resized || rebound || reclassed || !isDeepStrictEqual(fixed, fixedBefore)) {
    errors.push(
      forbiddenField(
        'spec',
        'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      ),
    );
  }
  if (shrinks(spec, before, old)) {
    const detail = 'field can not be less than status.capacity';
    errors.push(forbiddenField('spec.resources.requests.storage', detail));
  }
  if (spec?.['volumeMode'] !== before['volumeMode']) errors.push(immutable('volumeMode', spec?.['volumeMode']));
  errors.push(...annotationErrors, ...attributesErrors(object, old));
  return errors;
}

/** Attributes that the volume has got may be replaced, and not taken away. */
function attributesErrors({ spec }: Claim, { spec: before, status }: Claim): readonly FieldError[] {
  const { volumeAttributesClassName: name } = spec ?? {};
  if (name === before?.volumeAttributesClassName || status?.currentVolumeAttributesClassName === undefined) return [];
  if (name !== undefined && name !== '') return [];
  const detail = `update to ${name === '' ? 'empty string' : 'nil'} is forbidden when status.currentVolumeAttributesClassName is not nil`;
  return [{ ...forbiddenField('spec.volumeAttributesClassName', detail), change: true }];
}

function wholeSizeOf(spec: ClaimSpec | undefined): unknown {
  return spec?.resources;
}

/** Of a claim that is bound, what it asks for at least may grow, and nothing else. */
function limitsOf(spec: ClaimSpec | undefined): unknown {
  const { requests: { storage: _storage, ...requests } = {}, ...others } = spec?.resources ?? {};
  return { ...others, requests };
}

function withoutAttributes({ volumeAttributesClassName: _attributes, ...spec }: ClaimSpec): ClaimSpec {
  return spec;
}

/** Whether it asks for less than before, and for no more than it has got already. */
function shrinks(spec: ClaimSpec | undefined, before: ClaimSpec, { status }: Claim): boolean {
  const amount = (text: string | undefined): bigint => parseQuantity(text ?? '0')?.nano ?? 0n;
  const asked = amount(spec?.resources?.requests?.storage);
  return asked < amount(before.resources?.requests?.storage) && asked <= amount(status?.capacity?.storage);
}

function negativeErrors(amounts: Readonly<Record<string, string>>, path: string): readonly FieldError[] {
  return Object.entries(amounts).flatMap(([name, text]) => {
    const units = Number((parseQuantity(text)?.nano ?? 0n) / 1_000_000_000n);
    if (units >= 0) return [];
    return [invalidValue(`${path}[${name}]`, units, 'must be a valid resource quantity')];
  });
}

/** Storage is what claims hold; others name resources of their own. */
function resourceKeyErrors(names: readonly string[], path: string): readonly FieldError[] {
  return names.flatMap((name) => {
    const faults = checkQualifiedName(name);
    if (faults.length > 0) return faults.map((fault) => invalidValue(path, name, fault));
    return name.includes('/') || name === 'storage' ? [] : [notSupported(path, name, ['storage'])];
  });
}

function resizeErrors(states: Readonly<Record<string, string>>): readonly FieldError[] {
  const path = 'status.allocatedResourceStatuses';
  return Object.entries(states)
    .filter(([, state]) => !resizeStates.includes(state))
    .map(([name]) => notSupported(path, name, resizeStates));
}

/** What a claim is filled from is not half of it. */
function dropFromClaim(spec: { dataSourceRef?: { readonly namespace?: string } }, isDropped: IsDropped): void {
  const elsewhere = (spec.dataSourceRef?.namespace ?? '') !== '';
  if (elsewhere && isDropped('CrossNamespaceVolumeDataSource')) delete spec.dataSourceRef;
}

function isBound(object: ApiObject): boolean {
  return textAt(object, 'spec.volumeName') !== '';
}

const claimPrinter = printer(
  name,
  phase,
  text('Volume', 'spec.volumeName'),
  made(column('Capacity', 'string', 'Size of the volume it is bound to.'), (object) =>
    isBound(object) ? textAt(object, 'status.capacity.storage') || '0' : '',
  ),
  made(column('Access Modes', 'string', 'How the volume may be mounted.'), (object) =>
    isBound(object) ? shortAccessModes(object, 'status.accessModes') : '',
  ),
  text('StorageClass', 'spec.storageClassName'),
  attributesClass,
  age,
  volumeMode,
);

export default {
  group: '',
  kind: 'PersistentVolumeClaim',
  name: 'persistentvolumeclaims',
  namespaced: true,
  versions: [{ version: 'v1' }],
  shortNames: ['pvc'],
  subresources: ['status'],
  strategy: claimStrategy,
  printer: claimPrinter,
  droppedTogether: new Map([['core/v1.PersistentVolumeClaimSpec', dropFromClaim]]),
} satisfies KindRecord;
