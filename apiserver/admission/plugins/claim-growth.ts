// PersistentVolumeClaimResize: a claim may ask for more storage only once it has its volume, and where its class lets volumes grow.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import { parseQuantity } from '../../../shared/object/quantity.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionPlugin } from '../contract/admission.ts';
import { claimClassOf } from '../rule/claim-class.ts';
import { refusal } from '../rule/refusal.ts';

interface Claim extends ApiObject {
  readonly spec?: {
    readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
  };
  readonly status?: { readonly phase?: string };
}

interface StorageClass extends ApiObject {
  readonly allowVolumeExpansion?: boolean;
}

export function claimGrowth(vendor: Vendor, storageClasses: Lister): AdmissionPlugin {
  const classOf = claimClassOf(vendor);
  const mayGrow = (now: Claim, before: Claim): boolean => {
    const name = classOf(now);
    if (name === '' || name !== classOf(before)) return false;
    const found: StorageClass | undefined = storageClasses.get('', name);
    return found?.allowVolumeExpansion === true;
  };
  return {
    name: 'PersistentVolumeClaimResize',
    handles: (operation, group, resource, subresource) =>
      operation === 'UPDATE' && group === '' && resource === 'persistentvolumeclaims' && subresource === '',
    async validate(attributes) {
      const now: Claim | undefined = attributes.object;
      const before: Claim | undefined = attributes.oldObject;
      if (now === undefined || before === undefined) return;
      if (storageOf(now) <= storageOf(before)) return;
      if (before.status?.phase !== 'Bound')
        throw refusal(attributes, 'Only bound persistent volume claims can be expanded');
      if (mayGrow(now, before)) return;
      throw refusal(
        attributes,
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
      );
    },
  };
}

/** In billionths of a byte. */
function storageOf({ spec }: Claim): bigint {
  return parseQuantity(spec?.resources?.requests?.['storage'] ?? '')?.nano ?? 0n;
}
