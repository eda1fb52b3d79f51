// Persistent volumes and claims: the phase they begin with, and what is fixed once they exist.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { Strategy } from '../../contract/resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { forbiddenField, immutable, invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { type NodeSelector, nodeSelectorErrors } from '../rule/node-selector-validation.ts';
import { copyDataSources, normalizeDataSources } from '../rule/data-source-validation.ts';
import { claimErrors, positiveErrors, type ClaimSpec } from '../rule/claim-validation.ts';
import { addAll } from '../../../../shared/object/add-all.ts';

interface Claim extends ApiObject {
  spec?: ClaimSpec;
  status?: { phase?: string; [field: string]: unknown };
}

interface Volume extends ApiObject {
  spec?: {
    accessModes?: string[];
    capacity?: Record<string, string>;
    nodeAffinity?: { required?: NodeSelector };
    volumeAttributesClassName?: string;
    [field: string]: unknown;
  };
  status?: { phase?: string; [field: string]: unknown };
}

export function persistentVolumeClaimStrategy(vendor: Vendor): Strategy {
  const snapshots = vendor.fill('snapshot.storage.{api}');
  return {
    ...claimStrategy,
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

const claimStrategy: Strategy = {
  deleteReturnsObject: true,
  validateCreate: (object) => claimErrors((object as Claim).spec, 'spec'),
  validateUpdate(object, old) {
    const spec = (object as Claim).spec;
    const before = { ...(old as Claim).spec };
    copyDataSources(before);
    const errors = [...claimErrors(spec, 'spec', before)];
    // A claim is bound once; its size may grow, its class may be filled in.
    const { resources: _size, volumeName: _bound, storageClassName: _class, ...fixed } = spec ?? {};
    const { resources: _sizeBefore, volumeName, storageClassName, ...fixedBefore } = before;
    // The volume has not been resized to its earlier size yet.
    const resized = (old as Claim).status?.phase !== 'Bound' && !isDeepStrictEqual(spec?.resources, before.resources);
    const rebound = (volumeName ?? '') !== '' && spec?.volumeName !== volumeName;
    const reclassed = storageClassName !== undefined && spec?.storageClassName !== storageClassName;
    if (resized || rebound || reclassed || !isDeepStrictEqual(fixed, fixedBefore)) {
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

/** Everything of a volume but where its bytes are, which is the one field that is left. */
const besideSource: ReadonlySet<string> = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
]);

export const persistentVolumeStrategy: Strategy = {
  deleteReturnsObject: true,
  prepareCreate(object) {
    const { creationTimestamp } = object.metadata;
    (object as Volume).status = { phase: 'Pending', lastPhaseTransitionTime: creationTimestamp };
  },
  validateCreate: (object) => validateVolume((object as Volume).spec),
  validateUpdate(object, old) {
    const { spec = {} } = object as Volume;
    const { spec: before = {} } = old as Volume;
    const errors = [...validateVolume(spec)];
    const names = new Set([...Object.keys(spec), ...Object.keys(before)]);
    if ([...names].some((name) => !besideSource.has(name) && !isDeepStrictEqual(spec[name], before[name]))) {
      const path = 'spec.persistentvolumesource';
      errors.push(forbiddenField(path, `${path} is immutable after creation`));
    }
    if (before.nodeAffinity !== undefined && !isDeepStrictEqual(spec.nodeAffinity, before.nodeAffinity)) {
      const detail = 'field is immutable, except for updating from beta label to GA';
      errors.push(invalidValue('nodeAffinity', spec.nodeAffinity, detail));
    }
    if (spec['volumeMode'] !== before['volumeMode']) errors.push(immutable('volumeMode', spec['volumeMode']));
    return errors;
  },
};

function validateVolume(spec: Volume['spec']): readonly FieldError[] {
  const errors: FieldError[] = [];
  if ((spec?.accessModes?.length ?? 0) === 0) errors.push(required('spec.accessModes'));
  const storage = spec?.capacity?.storage;
  if (storage === undefined) errors.push(required('spec.capacity'));
  else addAll(errors, positiveErrors(storage, 'spec.capacity[storage]'));
  if (spec?.nodeAffinity !== undefined) {
    const path = 'spec.nodeAffinity.required';
    const { required: selector } = spec.nodeAffinity;
    if (selector === undefined) errors.push(required(path, 'must specify required node constraints'));
    else addAll(errors, nodeSelectorErrors(selector, path, true));
  }
  const [first, ...others] = Object.keys(spec ?? {}).filter((name) => !besideSource.has(name));
  if (first === undefined) errors.push(required('spec', 'must specify a volume type'));
  // Flex volumes are the one type that does not mind another one before it.
  for (const name of others.filter((other) => other !== 'flexVolume'))
    errors.push(forbiddenField(`spec.${name}`, 'may not specify more than 1 volume type'));
  if (spec?.volumeAttributesClassName !== undefined && spec['csi'] === undefined)
    errors.push(required('spec.csi', 'has to be specified when using volumeAttributesClassName'));
  return errors;
}
