// Persistent volumes and claims: the phase they begin with, and what is fixed once they exist.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Strategy } from '../resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { forbiddenField, invalidValue, required } from '../../../shared/object/field-error-message.ts';
import { parseQuantity } from '../../../shared/object/quantity.ts';

interface Claim extends ApiObject {
  spec?: {
    accessModes?: string[];
    resources?: { requests?: Record<string, string> };
    volumeName?: string;
    storageClassName?: string;
    [field: string]: unknown;
  };
  status?: { phase?: string; [field: string]: unknown };
}

interface Volume extends ApiObject {
  spec?: { accessModes?: string[]; capacity?: Record<string, string>; [field: string]: unknown };
  status?: { phase?: string; [field: string]: unknown };
}

export const persistentVolumeClaimStrategy: Strategy = {
  deleteReturnsObject: true,
  prepareCreate(object) {
    (object as Claim).status = { phase: 'Pending' };
  },
  validateCreate: (object) => validateClaim((object as Claim).spec),
  validateUpdate(object, old) {
    const spec = (object as Claim).spec;
    const before = (old as Claim).spec ?? {};
    const errors = [...validateClaim(spec)];
    // A claim is bound once; its size may grow, its class may be filled in.
    const { resources: _size, volumeName: _bound, storageClassName: _class, ...fixed } = spec ?? {};
    const { resources: _sizeBefore, volumeName, storageClassName, ...fixedBefore } = before;
    const rebound = (volumeName ?? '') !== '' && spec?.volumeName !== volumeName;
    const reclassed = storageClassName !== undefined && spec?.storageClassName !== storageClassName;
    if (rebound || reclassed || !isDeepStrictEqual(fixed, fixedBefore)) {
      errors.push(
        forbiddenField(
          'spec',
          'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
        ),
      );
    }
    return errors;
  },
};

export const persistentVolumeStrategy: Strategy = {
  deleteReturnsObject: true,
  prepareCreate(object) {
    const { creationTimestamp } = object.metadata;
    (object as Volume).status = { phase: 'Pending', lastPhaseTransitionTime: creationTimestamp };
  },
  validateCreate: (object) => validateVolume((object as Volume).spec),
  validateUpdate: (object) => validateVolume((object as Volume).spec),
};

function validateClaim(spec: Claim['spec']): readonly FieldError[] {
  const errors: FieldError[] = [];
  if ((spec?.accessModes?.length ?? 0) === 0)
    errors.push(required('spec.accessModes', 'at least 1 access mode is required'));
  const storage = spec?.resources?.requests?.storage;
  if (storage === undefined) errors.push(required('spec.resources[storage]'));
  else errors.push(...positive(storage, 'spec.resources[storage]'));
  return errors;
}

function validateVolume(spec: Volume['spec']): readonly FieldError[] {
  const errors: FieldError[] = [];
  if ((spec?.accessModes?.length ?? 0) === 0) errors.push(required('spec.accessModes'));
  const storage = spec?.capacity?.storage;
  if (storage === undefined) errors.push(required('spec.capacity'));
  else errors.push(...positive(storage, 'spec.capacity[storage]'));
  return errors;
}

function positive(text: string, path: string): readonly FieldError[] {
  return (parseQuantity(text)?.nano ?? 0n) > 0n ? [] : [invalidValue(path, text, 'must be greater than zero')];
}
