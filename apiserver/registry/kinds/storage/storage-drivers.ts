// Storage drivers and what they report: CSI drivers, the drivers of a node, capacities and attachments. What others have
// relied on stays as it was made.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { LabelSelectorObject } from '../../../../shared/object/label-selector.ts';
import type { Strategy } from '../../contract/resource.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  duplicateValue,
  forbiddenField,
  immutable,
  invalidValue,
  notSupported,
  required,
} from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain, checkQualifiedName } from '../../../../shared/object/names.ts';
import { parseQuantity } from '../../../../shared/object/quantity.ts';
import { labelSelectorErrors } from '../rule/label-selector-validation.ts';
import { addAll } from '../../../../shared/object/add-all.ts';

interface Driver extends ApiObject {
  readonly spec?: {
    readonly attachRequired?: boolean;
    readonly volumeLifecycleModes?: readonly string[];
    readonly tokenRequests?: readonly { readonly audience?: string; readonly expirationSeconds?: number }[];
  };
}

interface NodeDriver {
  readonly name?: string;
  readonly topologyKeys?: readonly string[] | null;
}

interface NodeDrivers extends ApiObject {
  readonly spec?: { readonly drivers?: readonly NodeDriver[] | null };
}

interface Capacity extends ApiObject {
  readonly nodeTopology?: LabelSelectorObject;
  readonly storageClassName?: string;
  readonly capacity?: string;
}

interface Attachment extends ApiObject {
  readonly spec?: { readonly source?: { readonly persistentVolumeName?: string; readonly inlineVolumeSpec?: object } };
}

const shortestTokenLife = 600;
const longestTokenLife = 2 ** 32;
const lifecycleModes = ['Persistent', 'Ephemeral'];

export const csiDriverStrategy: Strategy = {
  deleteReturnsObject: true,
  unconditionalUpdate: false,
  validateCreate: (object) => driverErrors(object),
  validateUpdate(object, old) {
    const { spec = {} } = object as Driver;
    const { spec: before = {} } = old as Driver;
    const errors = [...driverErrors(object)];
    if (spec.attachRequired !== before.attachRequired)
      errors.push(immutable('spec.attachedRequired', spec.attachRequired));
    if (!isDeepStrictEqual(spec.volumeLifecycleModes, before.volumeLifecycleModes))
      errors.push(immutable('spec.volumeLifecycleModes', spec.volumeLifecycleModes));
    return errors;
  },
};

function driverErrors({ spec }: Driver): readonly FieldError[] {
  const errors: FieldError[] = [];
  const audiences = new Set<string>();
  for (const [index, { audience = '', expirationSeconds: life }] of (spec?.tokenRequests ?? []).entries()) {
    const path = `spec.tokenRequests[${index}]`;
    if (audiences.has(audience)) errors.push(duplicateValue(`${path}.audience`, audience));
    else if (life !== undefined && life < shortestTokenLife)
      errors.push(invalidValue(`${path}.expirationSeconds`, life, 'may not specify a duration less than 10 minutes'));
    else if (life !== undefined && life > longestTokenLife)
      errors.push(
        invalidValue(`${path}.expirationSeconds`, life, 'may not specify a duration larger than 2^32 seconds'),
      );
    audiences.add(audience);
  }
  for (const mode of spec?.volumeLifecycleModes ?? [])
    if (!lifecycleModes.includes(mode)) errors.push(notSupported('spec.volumeLifecycleModes', mode, lifecycleModes));
  return errors;
}

export const csiNodeStrategy: Strategy = {
  deleteReturnsObject: true,
  unconditionalUpdate: false,
  validateCreate: (object) => nodeDriverErrors(object),
  validateUpdate(object, old) {
    const drivers = (object as NodeDrivers).spec?.drivers ?? [];
    const before = new Map(((old as NodeDrivers).spec?.drivers ?? []).map((driver) => [driver.name, driver]));
    // A driver comes and goes as a whole.
    const changed = drivers.filter((driver) => {
      const former = before.get(driver.name);
      return former !== undefined && !isDeepStrictEqual(driver, former);
    });
    return [...changed.map((driver) => immutable('spec.drivers', driver)), ...nodeDriverErrors(object)];
  },
};

function nodeDriverErrors({ spec }: NodeDrivers): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, { name = '', topologyKeys }] of (spec?.drivers ?? []).entries()) {
    const path = `spec.drivers[${index}]`;
    if (name !== '') addAll(errors, driverNameErrors(name, `${path}.name`));
    const seen = new Set<string>();
    for (const key of topologyKeys ?? []) {
      if (key === '') errors.push(required(path));
      if (seen.has(key)) errors.push(duplicateValue(path, key));
      seen.add(key);
      addAll(
        errors,
        checkQualifiedName(key).map((fault) => invalidValue(path, key, fault)),
      );
    }
  }
  return errors;
}

function driverNameErrors(name: string, path: string): readonly FieldError[] {
  return checkDns1123Subdomain(name.toLowerCase()).map((fault) => invalidValue(path, name, fault));
}

export const csiStorageCapacityStrategy: Strategy = {
  unconditionalUpdate: false,
  validateCreate: (object) => capacityErrors(object),
  validateUpdate(object, old) {
    const changed = (['nodeTopology', 'storageClassName'] as const)
      .filter((field) => !isDeepStrictEqual((object as Capacity)[field], (old as Capacity)[field]))
      .map((field) => immutable(field, (object as Capacity)[field]));
    return [...capacityErrors(object), ...changed];
  },
};

function capacityErrors({ nodeTopology, capacity = '0' }: Capacity): readonly FieldError[] {
  const errors = [...labelSelectorErrors(nodeTopology, 'nodeTopology')];
  if ((parseQuantity(capacity)?.nano ?? 0n) < 0n)
    errors.push(invalidValue('capacity', capacity, 'must be greater than or equal to 0'));
  return errors;
}

export const volumeAttachmentStrategy: Strategy = {
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
