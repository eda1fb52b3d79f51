// StorageObjectInUseProtection: claims and volumes get a finalizer, so that they outlive their last use. The controllers
// of the same names take it off again.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AdmissionPlugin } from '../contract/admission.ts';

export function storageObjectInUseProtection(vendor: Vendor): AdmissionPlugin {
  const finalizers = new Map([
    ['persistentvolumeclaims', vendor.fill('{label}/pvc-protection')],
    ['persistentvolumes', vendor.fill('{label}/pv-protection')],
  ]);
  return {
    name: 'StorageObjectInUseProtection',
    handles: (operation, group, resource, subresource) =>
      operation === 'CREATE' && group === '' && subresource === '' && finalizers.has(resource),
    async mutate({ object, resource }) {
      const finalizer = finalizers.get(resource);
      if (object === undefined || finalizer === undefined) return;
      const present = object.metadata.finalizers ?? [];
      if (!present.includes(finalizer)) object.metadata.finalizers = [...present, finalizer];
    },
  };
}
