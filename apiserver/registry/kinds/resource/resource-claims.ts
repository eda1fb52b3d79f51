// Claims of devices and their templates: a request for a number of devices that does not say how many asks for one. What
// was asked for never changes.

import { isDeepStrictEqual } from 'node:util';
import type { ApiObject, ObjectMeta } from '../../../../shared/object/api-object.ts';
import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Strategy } from '../../contract/resource.ts';
import { immutable } from '../../../../shared/object/field-error-message.ts';
import { ownMetadata } from '../../object/metadata.ts';
import { templateMetadataErrors } from '../rule/template-metadata-validation.ts';
import { type ClaimStatus, claimStatusErrors, keepAllocatedDevices } from './claim-status.ts';
import { claimErrors, type ClaimSpec, requestNamesOf } from './device-claims.ts';

type Claim = ApiObject & { spec?: ClaimSpec; status?: ClaimStatus };
type Template = ApiObject & { spec?: { metadata?: ObjectMeta; spec?: ClaimSpec } };

export const resourceClaimStrategy: Strategy = {
  deleteReturnsObject: true,
  statusKeeps: ownMetadata,
  applyDefaults: (object) => countDevices((object as Claim).spec),
  validateCreate: (object) => claimErrors((object as Claim).spec, 'spec', false),
  validateUpdate: (object, old) => [...specChange(object, old), ...claimErrors((object as Claim).spec, 'spec', true)],
  prepareStatusUpdate: (object, old) => keepAllocatedDevices((object as Claim).status, (old as Claim).status),
  validateStatusUpdate(object, old) {
    const { spec, status, metadata } = object as Claim;
    const names = requestNamesOf(spec);
    const ending = metadata.deletionTimestamp !== undefined;
    return claimStatusErrors(status ?? {}, (old as Claim).status ?? {}, { names, ending });
  },
};

export const resourceClaimTemplateStrategy: Strategy = {
  deleteReturnsObject: true,
  applyDefaults: (object) => countDevices((object as Template).spec?.spec),
  validateCreate: (object) => templateErrors(object, false),
  validateUpdate: (object, old) => [...specChange(object, old), ...templateErrors(object, true)],
};

function templateErrors({ spec }: Template, stored: boolean): readonly FieldError[] {
  return [...templateMetadataErrors(spec?.metadata, 'spec.metadata'), ...claimErrors(spec?.spec, 'spec.spec', stored)];
}

function countDevices(spec: ClaimSpec | undefined): void {
  for (const { exactly, firstAvailable = [] } of spec?.devices?.requests ?? []) {
    for (const part of exactly === undefined ? firstAvailable : [exactly, ...firstAvailable]) {
      part.allocationMode ??= 'ExactCount';
      if (part.allocationMode === 'ExactCount' && Number(part.count ?? 0) === 0) part.count = 1;
    }
  }
}

function specChange(object: ApiObject, old: ApiObject): readonly FieldError[] {
  return isDeepStrictEqual(object['spec'], old['spec']) ? [] : [immutable('spec', object['spec'])];
}
